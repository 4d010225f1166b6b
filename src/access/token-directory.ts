import { sql } from 'kysely';
import type { Config } from '../config.js';
import type { Principal, TokenKind } from '../context.js';
import type { Database } from '../database/database.js';
import { jsonRows } from '../database/sql.js';
import type { Secret } from '../secret.js';
import { sameHash, tokenHash } from './token-secret.js';

/** How long a look-up may be trusted; a revocation counts after this at the latest. */
const CACHE_MS = 1_000;
/** Bounds the memory of the cache; when it is full it starts again. */
const CACHE_SIZE = 10_000;
const MINUTE_MS = 60_000;

interface StoredToken {
  readonly principal: Principal;
  readonly hash: string;
  readonly expiresAt: number | null;
}

/** Every token that is valid now: those of the environment and those in the database. */
export class TokenDirectory {
  readonly #fixed: readonly StoredToken[];
  readonly #database: () => Database;
  readonly #now: () => Date;
  readonly #cache = new Map<string, { readonly at: number; readonly token: StoredToken }>();
  /** Token id → the minute of its last use that is not written yet. */
  readonly #uses = new Map<string, number>();
  readonly #flushing: NodeJS.Timeout;

  constructor(
    config: Pick<Config, 'externalApi' | 'adminToken' | 'scim' | 'firstWorkspace'>,
    database: () => Database,
    now: () => Date,
  ) {
    this.#database = database;
    this.#now = now;
    this.#fixed = [
      fixedToken('external', 'EXTERNAL_API_ACCESS_TOKEN', config.externalApi.accessToken, null),
      fixedToken('admin', 'ADMIN_TOKEN', config.adminToken, null),
      fixedToken('scim', 'SCIM_BEARER_TOKEN', config.scim.bearerToken, config.firstWorkspace?.id ?? null),
    ].filter((token) => token !== undefined);
    this.#flushing = setInterval(() => this.#writeUses().catch(() => {}), MINUTE_MS);
    this.#flushing.unref();
  }

  /** The principal of the first candidate that is a live token of this kind. */
  async find(kind: TokenKind, candidates: readonly string[]): Promise<Principal | undefined> {
    for (const candidate of candidates) {
      const hash = tokenHash(candidate);
      const token =
        this.#fixed.find((fixed) => fixed.principal.kind === kind && sameHash(fixed.hash, hash)) ??
        (await this.#stored(hash));
      if (token?.principal.kind === kind && !this.#hasExpired(token)) {
        this.#noteUse(token);
        return token.principal;
      }
    }
    return undefined;
  }

  /** Stops the timer and writes the uses that are not written yet. */
  async close(): Promise<void> {
    clearInterval(this.#flushing);
    await this.#writeUses();
  }

  async #stored(hash: string): Promise<StoredToken | undefined> {
    const cached = this.#cache.get(hash);
    if (cached && performance.now() - cached.at < CACHE_MS) {
      return cached.token;
    }
    const token = await this.#read(hash);
    if (token && this.#cache.size >= CACHE_SIZE) {
      this.#cache.clear();
    }
    if (token) {
      this.#cache.set(hash, { at: performance.now(), token });
    } else {
      this.#cache.delete(hash);
    }
    return token;
  }

  async #read(hash: string): Promise<StoredToken | undefined> {
    const row = await this.#database().first(sql<Principal & { hash: string; expiresAt: number | null }>`
      select kind, id as "tokenId", name as "tokenName", workspace_id as "workspaceId",
        user_id as "userId", hash, (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
      from tokens where hash = ${hash} and revoked_at is null`);
    if (!row || !sameHash(row.hash, hash)) {
      return undefined;
    }
    const { hash: storedHash, expiresAt, ...principal } = row;
    return { principal, hash: storedHash, expiresAt };
  }

  #hasExpired(token: StoredToken): boolean {
    return token.expiresAt !== null && token.expiresAt <= this.#now().getTime();
  }

  #noteUse(token: StoredToken): void {
    if (token.principal.tokenId !== null) {
      this.#uses.set(token.principal.tokenId, Math.floor(this.#now().getTime() / MINUTE_MS) * MINUTE_MS);
    }
  }

  /** One statement for all tokens used since the last time, outside any request. */
  async #writeUses(): Promise<void> {
    if (this.#uses.size === 0) {
      return;
    }
    const uses = [...this.#uses].map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
    this.#uses.clear();
    await this.#database().rows(sql`
      update tokens t set last_used_at = greatest(t.last_used_at, u.at)
      from jsonb_to_recordset(${jsonRows(uses)}) as u(id uuid, at timestamptz) where t.id = u.id`);
  }
}

function fixedToken(
  kind: TokenKind,
  name: string,
  secret: Secret | undefined,
  workspaceId: string | null,
): StoredToken | undefined {
  return secret === undefined
    ? undefined
    : {
        principal: { kind, tokenId: null, tokenName: name, workspaceId, userId: null },
        hash: tokenHash(secret.reveal()),
        expiresAt: null,
      };
}
