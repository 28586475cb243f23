import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { onNpmGone } from './npm-watch.mjs';

const FORWARDED = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * Runs Node.js in the foreground and forwards signals. Stops it if npm, this process's parent, is killed.
 * SIGUSR1 opens no debugger, through which other users of this machine could read the master key.
 * @param {string} node @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd: string, channel?: boolean }} options `channel` opens an IPC channel
 * @returns {Promise<number>} the exit status, or 128 + the number of the signal that ended it
 */
export async function runInForeground(node, args, { env, cwd, channel = false }) {
  const child = spawn(node, ['--disable-sigusr1', ...args], {
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
