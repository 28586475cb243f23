import { spawn } from 'node:child_process';
import path from 'node:path';
import { bootstrap, main } from './bootstrap.mjs';
import { packageBinary } from './package-binary.mjs';
import { announce, REPOSITORY } from './repository.mjs';

const PAGES_PORT = '5173';
const ADDRESS = `http://localhost:${PAGES_PORT}`;
const SERVER_PORT = '3000';

/**
 * `npm run dev`: the server restarts when its sources change, and the dashboard at http://localhost:5173 takes over
 * changes without a reload. Settings come from the environment, as for `npm start`.
 */
await main(async () => {
  const { node, env } = await bootstrap();
  const serverEnv = { UV_THREADPOOL_SIZE: '8', PUBLIC_URL: ADDRESS, ...env, PORT: SERVER_PORT };
  const children = [
    start(node, ['--watch', path.join('apps', 'server', 'src', 'main.ts')], serverEnv),
    start(node, [packageBinary('vite'), path.join('apps', 'web'), '--port', PAGES_PORT, '--strictPort'], env),
  ];
  announce(`the dashboard is at ${ADDRESS}`);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      for (const child of children) child.kill(signal);
    });
  }
  await Promise.race(
    children.map(async (child) => await new Promise((resolve) => child.once('exit', resolve))),
  );
  for (const child of children) child.kill();
  return 0;
});

/** @param {string} node @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
function start(node, args, env) {
  return spawn(node, args, { cwd: REPOSITORY, env, stdio: 'inherit' });
}
