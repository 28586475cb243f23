import { compareListLoad } from './list-load.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { printBars } from './measure/report.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';

/** `npm run bench:api`: load on the users list with a million users, compared with a minimal server. */

const USERS = 1_000_000;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);
const FLOOR = new URL('floors/list-server.ts', import.meta.url);

const firstCore = leaveFirstCore();
const database = await startBenchDatabase({ users: USERS });
const environment = { DATABASE_URL: database.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT };
const product = await startServer(PRODUCT, { environment, firstCore });
const floor = await startServer(FLOOR, { environment, firstCore });
try {
  const { cookie } = await enrolAdministrator(product.address);
  console.log(`${describeMachine()}${firstCore ? ', one core for the server' : ''}`);
  printBars([await compareListLoad({ product, floor, cookie })]);
} finally {
  await floor.stop();
  await product.stop();
  await database.stop();
}
