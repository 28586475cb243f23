import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { onNpmGone } from './npm-watch.mjs';

const FORWARDED = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * Runs a program in our place: signals are passed on and its exit status is the result. Where asked for it has
 * an IPC channel to us, by whose end it can tell that we were killed; and when npm, which started us, is killed,
 * it is asked to stop.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd: string, channel?: boolean }} options
 * @returns {Promise<number>} the exit status, 128 + the signal's number when a signal ended it
 */
export async function runInOurPlace(command, args, { env, cwd, channel = false }) {
  const child = spawn(command, args, {
    env,
    cwd,
    stdio: ['inherit', 'inherit', 'inherit', channel ? 'ipc' : 'ignore'],
  });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  const endWatch = onNpmGone(() => child.kill('SIGTERM'));
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (status, signal) =>
        resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)),
      );
    });
  } finally {
    endWatch();
  }
}
