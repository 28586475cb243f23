import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRuntime } from './node-runtime.mjs';
import { REPOSITORY } from './repository.mjs';

/**
 * Brings what is missing: the dependencies and the runtime.
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} the executable to run everything with, and an
 *   environment in which `node` means that one and keeps what it has compiled
 */
export async function bootstrap() {
  await ensureDependencies();
  const node = await ensureRuntime();
  const env = {
    NODE_COMPILE_CACHE: path.join(REPOSITORY, '.cache', 'node'),
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`,
  };
  return { node, env };
}

/**
 * Runs a script of this directory that a person calls: an error ends it with one line instead of a stack.
 * @param {() => Promise<number>} script resolves to the exit status
 */
export async function main(script) {
  try {
    process.exitCode = await script();
  } catch (error) {
    process.stderr.write(`halyard: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
