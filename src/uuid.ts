import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new time-ordered id (RFC 9562 §5.7): new rows go to the end of their indexes. */
export function newUuid(): string {
  return v7();
}

/** True for the canonical lower-case form alone, the only one that ids are given out in. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
