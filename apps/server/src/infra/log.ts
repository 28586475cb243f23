import { type Logger, pino } from 'pino';

/** Headers that hold secrets; nothing logs them, and should something, this is what it shows. */
const SECRET_PATHS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-csrf-token"]',
  'req.headers["x-2fa-code"]',
];

const FLUSH_AT_BYTES = 4_096;
const FLUSH_EVERY_MS = 250;

/**
 * Structured logs, one JSON line each, on standard output. Lines are gathered for a quarter of a second at
 * most, and written at the latest when the process exits. A reader that goes away does not end the product.
 */
export function createLog(level: string): Logger {
  const destination = pino.destination({
    fd: 1,
    sync: false,
    minLength: FLUSH_AT_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  destination.on('error', () => undefined);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    },
    destination,
  );
}
