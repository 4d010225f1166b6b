import { randomUUID } from 'node:crypto';

const WELL_FORMED = /^[A-Za-z0-9._~-]{1,128}$/;

/** The caller's request id if it is one that may safely be logged and echoed, else a new one. */
export function requestIdOf(header: string): string {
  return WELL_FORMED.test(header) ? header : randomUUID();
}
