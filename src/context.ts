import type { LicenseVerifier } from './access/license.js';
import type { PushFeed } from './apps/push-feed.js';
import type { RunningPushes } from './apps/running-pushes.js';
import type { AuditFeed } from './audit/audit-feed.js';
import type { Database } from './database/database.js';
import type { ResourceModel } from './directory/attributes/resource-model.js';
import type { GitPort } from './git/git-port.js';
import type { Keyring } from './git/keyring.js';

/** What a token may be used for; see `contract` of each operation for the kinds it admits. */
export type TokenKind = 'external' | 'scim' | 'admin';

/** Who is calling: a token, never a person. */
export interface Principal {
  readonly kind: TokenKind;
  /** The id of the stored token; null for tokens that come from the environment. */
  readonly tokenId: string | null;
  /** The token's name, which the audit trail shows. */
  readonly tokenName: string;
  /** The workspace the token is bound to; null for the whole instance. */
  readonly workspaceId: string | null;
  /** The user the token is bound to (SCIM `/Me`). */
  readonly userId: string | null;
}

/** Who asks, and under which request id: what a facade knows of a request beyond its content. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
  /** Aborted when the caller went away or the time for an answer is over; no statement starts after it. */
  readonly signal?: AbortSignal;
}

/** Everything an operation may touch beyond its input; one per request. */
export interface Context extends Caller {
  readonly database: Database;
  readonly licenses: LicenseVerifier;
  /** The schemas and resource types of the instance. */
  readonly resources: ResourceModel;
  readonly git: GitPort;
  readonly keyring: Keyring;
  readonly pushFeed: PushFeed;
  readonly runningPushes: RunningPushes;
  readonly auditFeed: AuditFeed;
  readonly now: () => Date;
  readonly newId: () => string;
}
