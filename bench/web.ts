import { fileURLToPath } from 'node:url';
import { ensureWebBuild } from '../scripts/web-build.mjs';
import { buildBareReact } from './floors/build-bare-react.ts';
import { measureFromSignIn } from './from-sign-in.ts';
import { measureInteractions } from './interactions.ts';
import { compareListToList } from './list-to-list.ts';
import { describeMachine } from './measure/machine.ts';
import { type Bar, printBars } from './measure/report.ts';
import { CPU_SLOWDOWN, launchBrowser, NETWORK } from './measure/slow-browser.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './product/administrator.ts';
import { appendAuditEntries } from './product/append-audit-entries.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';
import { writeOrders } from './product/write-orders.ts';
import { compareScreens } from './screens.ts';
import { compareSignInPages } from './sign-in-page.ts';

/** `npm run bench:web [-- sign-in|screens|lists|from-sign-in|interactions]`: Chromium, throttled CPU and network. */

const ROWS = { users: 1_000, merchants: 300, invitations: 100, wallets: 500 };
const AUDIT_ENTRIES = 1_000;
const ORDERS = 2_000;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);
const PAGE_SERVER = new URL('floors/page-server.ts', import.meta.url);

const parts = process.argv.slice(2);
const isSelected = (part: string) => parts.length === 0 || parts.includes(part);

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
    `${describeMachine()}, Chromium ${browser.version()}, CPU ${CPU_SLOWDOWN} times slower, ${NETWORK.megabitsPerSecond} Mbit/s, ${NETWORK.latencyMs} ms`,
  );
  const bars: Bar[] = [];
  if (isSelected('sign-in')) bars.push(...(await compareSignInPages(browser, servers)));
  if (isSelected('screens')) bars.push(...(await compareScreens(browser, screens, administrator)));
  if (isSelected('lists')) bars.push(...(await compareListToList(browser, screens, administrator)));
  if (isSelected('interactions')) bars.push(...(await measureInteractions(browser, screens, administrator)));
  // Runs last: at most five sessions exist, so these sign-ins end the session of the other parts.
  if (isSelected('from-sign-in')) {
    bars.push(...(await measureFromSignIn(browser, product.address, administrator, database.client)));
  }
  printBars(bars);
} finally {
  await browser.close();
  for (const server of [...Object.values(servers), screens.bareReact]) await server.stop();
  await database.stop();
}
