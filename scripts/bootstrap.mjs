import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRuntime } from './node-runtime.mjs';
import { REPOSITORY } from './repository.mjs';

/**
 * Installs missing dependencies and the runtime.
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} the Node.js executable, and an environment in which
 *   `node` is this executable and caches compiled code
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
 * Runs a command-line script. Prints errors in one line, without a stack trace.
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
