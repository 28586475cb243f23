import { fileURLToPath } from 'node:url';

/** Without a trailing slash. */
export const REPOSITORY = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** @param {string} text one line for standard error, because standard output is for results */
export function announce(text) {
  process.stderr.write(`halyard: ${text}\n`);
}
