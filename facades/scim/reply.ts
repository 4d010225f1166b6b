import { entityTag } from './entity-tag.js';

/** An answer before it is written: a body is JSON, headers come without Content-Type. */
export interface ScimReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The headers that every answer about one resource has (RFC 7644 §3.1 and §3.14). */
export const resourceHeaders = (version: string, location: string | undefined): Record<string, string> => ({
  ETag: entityTag(version),
  ...(location === undefined ? {} : { Location: location }),
});
