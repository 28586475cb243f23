import path from 'node:path';
import { bootstrap, main } from './bootstrap.mjs';
import { runInForeground } from './child-process.mjs';
import { REPOSITORY } from './repository.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** In MiB. Node.js otherwise lets its heap grow to several times of what is in use, depending on the machine's memory. */
const SMALL_HEAP = ['--max-semi-space-size=8', '--max-old-space-size=512'];

/** `npm start`: installs what is missing, builds the dashboard if it is stale, and runs the server. */
await main(async () => {
  const { node, env } = await bootstrap();
  await ensureWebBuild(env);
  const program = path.join(REPOSITORY, 'apps', 'server', 'src', 'main.ts');
  return await runInForeground(node, [...SMALL_HEAP, program], {
    cwd: REPOSITORY,
    channel: true,
    env: {
      // Argon2, file access and DNS lookups share libuv's threads. The default is 4.
      UV_THREADPOOL_SIZE: '8',
      // Few arenas of the C library.
      MALLOC_ARENA_MAX: '2',
      ...env,
    },
  });
});
