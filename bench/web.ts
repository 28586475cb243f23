import { fileURLToPath } from 'node:url';
import { ensureWebBuild } from '../scripts/web-build.mjs';
import { buildBareReact } from './floors/build-bare-react.ts';
import { describeMachine } from './measure/machine.ts';
import { printBars } from './measure/report.ts';
import { CPU_SLOWDOWN, LINE, launchBrowser } from './measure/slow-browser.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';
import { measureScreens } from './screens.ts';
import { compareSignInPages } from './sign-in-page.ts';
import { measureUsersList } from './users-list.ts';

/** `npm run bench:web`: the sign-in page beside two floors, and what every other screen loads, in a slowed-down Chromium. */

const ROWS = { users: 1_000, merchants: 300, invitations: 100, auditEntries: 1_000, wallets: 500 };
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);
const PAGE_SERVER = new URL('floors/page-server.ts', import.meta.url);

await ensureWebBuild(process.env);
const bareReact = await buildBareReact();
const handWritten = fileURLToPath(new URL('floors/hand-written', import.meta.url));
const database = await startBenchDatabase(ROWS);
const environment = { DATABASE_URL: database.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT };
const product = await startServer(PRODUCT, { environment });
const servers = {
  product,
  handWritten: await startServer(PAGE_SERVER, { args: [handWritten] }),
  bareReact: await startServer(PAGE_SERVER, { args: [bareReact] }),
};
const browser = await launchBrowser();
try {
  const administrator = await enrolAdministrator(product.address);
  console.log(
    `${describeMachine()}, Chromium ${browser.version()}, CPU ${CPU_SLOWDOWN} times slower, ${LINE.megabitsPerSecond} Mbit/s, ${LINE.latencyMs} ms`,
  );
  printBars([
    ...(await compareSignInPages(browser, servers)),
    ...(await measureScreens(browser, product.address, administrator)),
    ...(await measureUsersList(browser, product.address, administrator, database.client)),
  ]);
} finally {
  await browser.close();
  for (const server of Object.values(servers)) await server.stop();
  await database.stop();
}
