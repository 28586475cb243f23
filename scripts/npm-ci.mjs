import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installEnvironment } from './install-environment.mjs';

/**
 * Installs packages without running their scripts, and without showing npm the product's settings.
 * @param {string} directory has package.json and package-lock.json
 * @param {(child: import('node:child_process').ChildProcess) => void} onStart
 * @throws Error with npm's first complaints in one line if it fails
 */
export async function npmCi(directory, onStart) {
  const npm = process.env['npm_execpath'];
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
    `--prefix=${directory}`,
  ];
  const [command, allArgs] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
  const child = spawn(command, allArgs, {
    cwd: directory,
    env: installEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  onStart(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  if (status !== 0) {
    throw new Error(
      `"npm ci" in ${directory} failed: ${summary(output)}. Check the network, the disk space and npm's settings, then start again.`,
    );
  }
}

/** @param {string} output of npm */
function summary(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!)/, '').trim());
  const complaints = lines.filter(
    (line) => line !== '' && !/^(at|code|syscall|errno|network This is) |complete log|^\//.test(line),
  );
  return complaints.slice(0, 3).join('; ').replace(/\.$/, '');
}
