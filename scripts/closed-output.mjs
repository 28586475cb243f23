/** Lets a script finish its work and keep its exit status after the reader of its output has gone. */
export function ignoreClosedOutput() {
  // Nothing could report this.
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(
      `halyard: cannot write to standard output: ${error.message}. Free disk space there, or send the output elsewhere.\n`,
    );
    process.exit(1);
  });
}
