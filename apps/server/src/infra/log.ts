import { type Logger, pino } from 'pino';
import { errorCode } from './error-code.ts';

/** Headers that hold secrets; nothing logs them, and should something, this is what it shows. */
const SECRET_PATHS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-csrf-token"]',
  'req.headers["x-2fa-code"]',
];

const FLUSH_AT_BYTES = 4_096;
const FLUSH_EVERY_MS = 250;
/** What may wait for a standard output that is stuck or whose disk is full: thousands of requests. */
const WAITING_MAX_BYTES = 4 * 1024 * 1024;

let dropped = 0;

/** Lines that this thread has dropped since it began, as standard output took none. */
export function droppedLogLines(): number {
  return dropped;
}

/**
 * Structured logs, one JSON line each, on standard output. Lines are gathered for a quarter of a second at
 * most, and written at the latest when the process exits. A reader that goes away does not end the product, nor does
 * one that stops reading fill its memory: from 4 MiB on, lines are dropped and counted.
 */
export function createLog(level: string): Logger {
  const destination = pino.destination({
    fd: 1,
    sync: false,
    minLength: FLUSH_AT_BYTES,
    maxLength: WAITING_MAX_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  destination.on('drop', countDropped);
  destination.on('error', (error) => {
    // From here on pino throws every line away without a word.
    if (errorCode(error) === 'EPIPE') destination.write = countDropped;
  });
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

function countDropped(): boolean {
  dropped++;
  return true;
}
