import { main } from './bootstrap.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** `npm run build`: apps/web/dist, built anew if anything it is made of has changed. */
await main(async () => {
  await ensureWebBuild(process.env);
  return 0;
});
