import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { errorCode } from './error-code.ts';

/** Headers with secrets. Nothing logs them today; this redacts them if something does. */
const SECRET_PATHS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-csrf-token"]',
  'req.headers["x-2fa-code"]',
];

const FLUSH_AT_BYTES = 4_096;
const FLUSH_EVERY_MS = 250;
/** Maximum buffer while standard output is blocked or its disk is full. */
const WAITING_MAX_BYTES = 4 * 1024 * 1024;

/** Maximum wait for blocked output when the process ends. */
const CLOSED_WITHIN_MS = 1_000;

const closers = new Set<() => Promise<void>>();
let dropped = 0;

export function droppedLogLines(): number {
  return dropped;
}

/** Writes JSON lines to standard output, buffered up to 250 ms. Beyond 4 MiB unread, drops and counts lines. */
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
    // From here on, pino drops every line without reporting it.
    if (errorCode(error) === 'EPIPE') destination.write = countDropped;
  });
  closers.add(async () => {
    const flushed = new Promise((resolve) => destination.flush(resolve));
    await Promise.race([flushed, sleep(CLOSED_WITHIN_MS)]);
    destination.write = countDropped;
    destination.destroy();
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

/** Ends the process after the last lines. Pino alone would wait at exit for as long as a disk is full. */
export async function exitAfterLog(status: number): Promise<never> {
  await Promise.all([...closers].map(async (close) => await close()));
  process.exit(status);
}

function countDropped(): boolean {
  dropped++;
  return true;
}
