import { bootstrap, main } from './bootstrap.mjs';
import { runInForeground } from './child-process.mjs';

/** `node scripts/run.mjs FILE ...`: installs what is missing, and runs a file with the pinned runtime. */
await main(async () => {
  const { node, env } = await bootstrap();
  return await runInForeground(node, process.argv.slice(2), { env, cwd: process.cwd() });
});
