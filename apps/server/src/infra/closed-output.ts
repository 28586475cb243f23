import { errorCode } from './error-code.ts';

/** Lets a process finish its work and keep its exit status after the reader of its output has gone. */
export function ignoreClosedOutput(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error) => {
      if (errorCode(error) !== 'EPIPE') throw error;
    });
  }
}
