import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bootstrap, main } from './bootstrap.mjs';
import { makePackage } from './make-package.mjs';
import { announce, REPOSITORY } from './repository.mjs';

/** `npm run package [-- DIRECTORY]`: makes the server package. */
await main(async () => {
  const { env } = await bootstrap();
  const { version } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));
  const target = path.resolve(process.argv[2] ?? path.join(REPOSITORY, 'dist', `halyard-${version}`));
  await makePackage(target, env);
  announce(`made ${path.relative(process.cwd(), target)}. Start it with "node server.js"`);
  return 0;
});
