const shape =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

/**
 * The instant of an xsd:dateTime in a form whose text order is the order of time:
 * `YYYY-MM-DDTHH:MM:SS.nnnnnnnnnZ`. Without an offset the time counts as UTC. Undefined when the text is
 * no date with a time, or names a day or hour that does not exist.
 */
export function instantKey(text: string): string | undefined {
  const parts = shape.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = parts;
  const fields = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const local = new Date(0);
  local.setUTCFullYear(fields[0], fields[1] - 1, fields[2]);
  local.setUTCHours(fields[3], fields[4], fields[5]);
  if (!sameFields(local, fields)) return undefined;
  const instant = new Date(local.getTime() - offsetMinutes(zone) * 60_000);
  const iso = instant.toISOString();
  if (instant.getUTCFullYear() < 0 || instant.getUTCFullYear() > 9999) return undefined;
  return `${iso.slice(0, 19)}.${fraction.padEnd(9, '0')}Z`;
}

function sameFields(date: Date, fields: readonly number[]): boolean {
  const actual = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  return actual.every((value, index) => value === fields[index]);
}

function offsetMinutes(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return zone.startsWith('-') ? -minutes : minutes;
}
