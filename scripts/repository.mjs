import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, without a trailing slash. */
export const REPOSITORY = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Prints progress to standard error, because standard output is for results.
 * @param {string} text one short line
 */
export function announce(text) {
  process.stderr.write(`halyard: ${text}\n`);
}
