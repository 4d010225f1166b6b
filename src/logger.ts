import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** What is masked wherever it turns up in what is logged. */
const REDACTED = ['authorization', 'cookie', 'password', 'secret', 'token', 'jws', 'credentials'];

/** One JSON line an event. Bodies, query strings and tokens are never given to it; redaction is the net below. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]),
      censor: '[secret]',
    },
  };
  return pino(options, destination);
}
