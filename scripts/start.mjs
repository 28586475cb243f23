import path from 'node:path';
import { bootstrap, main } from './bootstrap.mjs';
import { runInForeground } from './child-process.mjs';
import { REPOSITORY } from './repository.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** `npm start`: installs what is missing, builds the dashboard if it is stale, and runs the server. */
await main(async () => {
  const { node, env } = await bootstrap();
  await ensureWebBuild(env);
  return await runInForeground(node, [path.join(REPOSITORY, 'apps', 'server', 'src', 'main.ts')], {
    cwd: REPOSITORY,
    channel: true,
    env: {
      // Argon2, file access and DNS lookups share libuv's threads. The default is 4.
      UV_THREADPOOL_SIZE: '8',
      ...env,
    },
  });
});
