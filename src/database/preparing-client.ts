import { Client } from 'pg';

/** How often a statement must come before it is worth preparing; what is asked once only costs memory. */
const WORTH_PREPARING = 3;
/** Statements prepared at most; each is kept by every connection for as long as that lives. */
const MOST_PREPARED = 500;
/** Statements counted at most until the counting starts again. */
const MOST_COUNTED = 2_000;

/** Which texts are prepared, and under which names; one for the process, as names are the same everywhere. */
class PreparedNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();

  /** The name of a statement that comes often; undefined for one that stays unprepared. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST_PREPARED) return name;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < WORTH_PREPARING) {
      if (this.#seen.size >= MOST_COUNTED) this.#seen.clear();
      this.#seen.set(text, times);
      return undefined;
    }
    this.#seen.delete(text);
    const given = `s${this.#names.size}`;
    this.#names.set(text, given);
    return given;
  }
}

const prepared = new PreparedNames();

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that prepares the statements that come again and again, so that PostgreSQL parses and plans
 * them once for each connection: that is most of what a short statement costs. Texts differ by what callers
 * filter by, so their number is bounded.
 */
export class PreparingClient extends Client {
  constructor(...options: ConstructorParameters<typeof Client>) {
    super(...options);
    const query = super.query.bind(this) as Query;
    const preparing: Query = (text, values, ...rest) => {
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 && prepared.of(text);
      return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest);
    };
    this.query = preparing as typeof this.query;
  }
}
