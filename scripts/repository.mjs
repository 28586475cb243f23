import { fileURLToPath } from 'node:url';

/** The absolute path of the repository, without a slash at its end. */
export const REPOSITORY = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Tells a person what is going on; standard output belongs to what was asked for.
 * @param {string} text one short line
 */
export function announce(text) {
  process.stderr.write(`halyard: ${text}\n`);
}
