import { bootstrap, main } from './bootstrap.mjs';
import { runInOurPlace } from './child-process.mjs';

/** `node scripts/run.mjs FILE ...`: runs a file of ours with the pinned runtime, bringing what is missing first. */
await main(async () => {
  const { node, env } = await bootstrap();
  return await runInOurPlace(node, process.argv.slice(2), { env, cwd: process.cwd() });
});
