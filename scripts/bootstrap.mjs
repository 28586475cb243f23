import path from 'node:path';
import { ignoreClosedOutput } from './closed-output.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRuntime } from './node-runtime.mjs';
import { REPOSITORY } from './repository.mjs';

/**
 * Installs missing dependencies and the runtime.
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} an environment whose `node` is the returned one
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

/** @param {() => Promise<number>} script resolves to the exit status; errors are printed without a stack trace */
export async function main(script) {
  ignoreClosedOutput();
  try {
    process.exitCode = await script();
  } catch (error) {
    process.stderr.write(`halyard: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
