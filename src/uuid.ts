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

/** The smallest version 7 id of a moment: every id that was made before it is smaller. */
export function firstUuidAt(date: Date): string {
  const time = Math.max(0, date.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
