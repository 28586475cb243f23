import { errorCode } from './error-code.ts';
import { StartupError } from './startup-error.ts';

/**
 * Lets a process finish its work and keep its exit status after the reader of its output has gone. Standard output that
 * fails otherwise, as on a full disk, ends it with a StartupError as uncaught exception.
 */
export function ignoreClosedOutput(): void {
  // Nothing could report this.
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error) => {
    if (errorCode(error) === 'EPIPE') return;
    const advice = 'Free disk space there, or send the output elsewhere. Changes made so far are kept.';
    throw new StartupError(`Cannot write to standard output: ${error.message}. ${advice}`, {
      cause: error,
    });
  });
}
