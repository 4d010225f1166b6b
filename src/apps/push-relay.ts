import { Client } from 'pg';
import { z } from 'zod';
import type { Secret } from '../secret.js';
import { newUuid } from '../uuid.js';
import { type PushStep, pushPhases } from './push-feed.js';

const CHANNEL = 'rollcall_push_progress';
/** Steps are gathered for so long: ten notifications a second at most, however fast a push proceeds. */
const GATHER_MS = 100;
/** More do not fit into the 8,000 bytes of a notification; the latest ones are news. */
const MAX_STEPS = 100;
const RECONNECT_MS = 1_000;
/** A server that says nothing more holds up neither a start nor a stop. */
const ANSWER_MS = 5_000;

/** Steps of one push, as one notification carries them. */
const notice = z.object({
  from: z.string(),
  push: z.object({ pushId: z.string(), appId: z.string(), versionId: z.string() }),
  steps: z.array(z.tuple([z.enum(pushPhases), z.number(), z.number(), z.string().nullable()])),
});
type Notice = z.output<typeof notice>;

/**
 * Carries the steps of pushes between the instances that share a PostgreSQL server, by LISTEN and NOTIFY on a
 * connection of its own: no transaction of any other work waits for it, and none of its failures reach a push.
 * While the server is away nothing is carried; it is tried again every second.
 */
export class PushRelay {
  readonly #instance = newUuid();
  readonly #gathered = new Map<string, Notice>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isAway = false;
  #closed = false;

  constructor(
    private readonly url: Secret,
    private readonly deliver: (step: PushStep) => void,
    private readonly report: (error: unknown) => void,
  ) {}

  /** Begins to listen; resolves when it does, or when the first attempt has failed. */
  async open(): Promise<void> {
    const client = new Client({
      connectionString: this.url.reveal(),
      application_name: 'rollcall push progress',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    let failure: unknown;
    client.on('error', (error) => {
      failure = error;
    });
    client.on('end', () => this.#lost(client, failure));
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#client = client;
      this.#isAway = false;
      if (this.#closed) await client.end();
    } catch (error) {
      this.#lost(client, error);
      client.end().catch(() => undefined);
    }
  }

  /** Tells the other instances; the end of a push at once, everything else a little later. */
  tell({ phase, done, total, errorCode, ...push }: PushStep): void {
    const steps = this.#gathered.get(push.pushId)?.steps ?? [];
    steps.push([phase, done, total, errorCode]);
    this.#gathered.set(push.pushId, { from: this.#instance, push, steps: steps.slice(-MAX_STEPS) });
    if (phase === 'done' || phase === 'failed') this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), GATHER_MS);
  }

  /** Sends what was gathered and closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reconnect);
    this.#send();
    await this.#sending;
    await this.#client?.end();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const gathered of this.#gathered.values()) {
      // A connection that breaks says so itself; what was on its way is lost with it.
      const sent = this.#client?.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(gathered)]);
      const all = Promise.allSettled([this.#sending, sent]);
      this.#sending = all.then(() => undefined);
    }
    this.#gathered.clear();
  }

  #receive(payload: string): void {
    const { data } = notice.safeParse(parseJson(payload));
    if (!data || data.from === this.#instance) return;
    for (const [phase, done, total, errorCode] of data.steps)
      this.deliver({ ...data.push, phase, done, total, errorCode });
  }

  #lost(client: Client, error: unknown): void {
    const isReplaced = this.#client !== undefined && this.#client !== client;
    if (this.#closed || this.#reconnect || isReplaced) return;
    // Told once for each time that the server goes away, not for every attempt.
    if (!this.#isAway) this.report(error);
    this.#isAway = true;
    this.#client = undefined;
    this.#reconnect = setTimeout(() => {
      this.#reconnect = undefined;
      void this.open();
    }, RECONNECT_MS);
    this.#reconnect.unref();
  }
}

/** Anybody who may use the database may notify: what is no JSON is no notice. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
