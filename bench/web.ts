import { fileURLToPath } from 'node:url';
import { ensureWebBuild } from '../scripts/web-build.mjs';
import { buildBareReact } from './floors/build-bare-react.ts';
import { measureInteractions } from './interactions.ts';
import { compareListToList } from './list-to-list.ts';
import { describeMachine } from './measure/machine.ts';
import { type Bar, printBars } from './measure/report.ts';
import { CPU_SLOWDOWN, LINE, launchBrowser } from './measure/slow-browser.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './product/administrator.ts';
import { appendAuditEntries } from './product/append-audit-entries.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';
import { writeOrders } from './product/write-orders.ts';
import { compareScreens } from './screens.ts';
import { compareSignInPages } from './sign-in-page.ts';
import { measureUsersList } from './users-list.ts';

/**
 * `npm run bench:web [-- sign-in|screens|lists|users|interactions]`: the sign-in page beside two floors, every other screen
 * and the way between lists beside bare React, and a tour of presses and keys, in a slowed-down Chromium. All parts, or
 * those that are named.
 */

const ROWS = { users: 1_000, merchants: 300, invitations: 100, wallets: 500 };
const AUDIT_ENTRIES = 1_000;
const ORDERS = 2_000;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);
const PAGE_SERVER = new URL('floors/page-server.ts', import.meta.url);

const named = process.argv.slice(2);
const isWanted = (part: string) => named.length === 0 || named.includes(part);

await ensureWebBuild(process.env);
const signInFloor = await buildBareReact('bare-react');
const screensFloor = await buildBareReact('bare-react-screens');
const handWritten = fileURLToPath(new URL('floors/hand-written', import.meta.url));
const database = await startBenchDatabase(ROWS);
await appendAuditEntries(database.connection, AUDIT_ENTRIES);
await writeOrders(database.client, ORDERS);
const environment = { DATABASE_URL: database.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT };
const product = await startServer(PRODUCT, { environment });
const servers = {
  product,
  handWritten: await startServer(PAGE_SERVER, { args: [handWritten] }),
  bareReact: await startServer(PAGE_SERVER, { args: [signInFloor] }),
};
const screens = {
  product,
  bareReact: await startServer(PAGE_SERVER, {
    name: 'page-server-screens',
    args: [screensFloor, product.address],
  }),
};
const browser = await launchBrowser();
try {
  const administrator = await enrolAdministrator(product.address);
  console.log(
    `${describeMachine()}, Chromium ${browser.version()}, CPU ${CPU_SLOWDOWN} times slower, ${LINE.megabitsPerSecond} Mbit/s, ${LINE.latencyMs} ms`,
  );
  const bars: Bar[] = [];
  if (isWanted('sign-in')) bars.push(...(await compareSignInPages(browser, servers)));
  if (isWanted('screens')) bars.push(...(await compareScreens(browser, screens, administrator)));
  if (isWanted('lists')) bars.push(...(await compareListToList(browser, screens, administrator)));
  if (isWanted('users')) {
    bars.push(...(await measureUsersList(browser, product.address, administrator, database.client)));
  }
  if (isWanted('interactions')) {
    bars.push(...(await measureInteractions(browser, product.address, administrator)));
  }
  printBars(bars);
} finally {
  await browser.close();
  for (const server of [...Object.values(servers), screens.bareReact]) await server.stop();
  await database.stop();
}
