import { main } from './bootstrap.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** `npm run build`: rebuilds apps/web/dist if its sources have changed. */
await main(async () => {
  await ensureWebBuild(process.env);
  return 0;
});
