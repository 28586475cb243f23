import { type Logger, pino } from 'pino';

/** Headers that hold secrets; nothing logs them, and should something, this is what it shows. */
const SECRET_PATHS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-csrf-token"]',
  'req.headers["x-2fa-code"]',
];

/** Structured logs, one JSON line each, on standard output. A reader that goes away does not end the product. */
export function createLog(level: string): Logger {
  const destination = pino.destination({ fd: 1, sync: true });
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
