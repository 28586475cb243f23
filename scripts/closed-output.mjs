/** Lets a script finish its work and keep its exit status after the reader of its output has gone. */
export function ignoreClosedOutput() {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
