import path from 'node:path';
import { bootstrap, main } from './bootstrap.mjs';
import { runInOurPlace } from './child-process.mjs';
import { REPOSITORY } from './repository.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** `npm start`: installs what is missing, builds what is stale, runs the server. */
await main(async () => {
  const { node, env } = await bootstrap();
  await ensureWebBuild(env);
  return await runInOurPlace(node, [path.join(REPOSITORY, 'apps', 'server', 'src', 'main.ts')], {
    cwd: REPOSITORY,
    channel: true,
    env: {
      // Argon2, files and name look-ups share libuv's threads, 4 by default.
      UV_THREADPOOL_SIZE: '8',
      ...env,
    },
  });
});
