/** A step as the progress subscription tells it. */
export interface ProgressStep {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

/** What each phase is called, and where in the whole it begins and ends, in percent. */
const PHASES: Readonly<
  Record<string, { readonly label: string; readonly from: number; readonly to: number }>
> = {
  RESOLVE: { label: 'asking the remote', from: 0, to: 10 },
  HASH: { label: 'naming files', from: 10, to: 35 },
  PACK: { label: 'packing', from: 35, to: 70 },
  UPLOAD: { label: 'sending', from: 70, to: 99 },
  DONE: { label: 'done', from: 100, to: 100 },
};
const WIDTH = 30;

/** One line that shows how far a push is; undefined for a step that is not shown. */
export function progressLine({ phase, done, total }: ProgressStep): string | undefined {
  const known = PHASES[phase];
  if (!known) {
    return undefined;
  }
  const share = total === 0 ? 0 : done / total;
  const percent = Math.round(known.from + (known.to - known.from) * share);
  const filled = Math.round((WIDTH * percent) / 100);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const count =
    phase === 'HASH' || phase === 'PACK'
      ? ` ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
      : '';
  return `${bar} ${String(percent).padStart(3)} %  ${known.label}${count}`;
}

/** Where a bar is drawn. */
export interface Terminal {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Draws over one line of a terminal; where there is none (a log), writes a line for each phase. */
export class ProgressBar {
  #phase = '';
  #drawn = false;

  constructor(private readonly terminal: Terminal) {}

  show(step: ProgressStep): void {
    const line = progressLine(step);
    // Nothing follows the end: a step that was on its way may arrive after it.
    if (line === undefined || this.#phase === 'DONE') {
      return;
    }
    if (this.terminal.isTTY) {
      this.terminal.write(`\r\u001b[K${line}`);
      this.#drawn = true;
    } else if (step.phase !== this.#phase) {
      this.terminal.write(`${line}\n`);
    }
    this.#phase = step.phase;
  }

  /** Leaves the line for what is written next. */
  end(): void {
    if (this.#drawn) {
      this.terminal.write('\n');
    }
    this.#drawn = false;
  }
}
