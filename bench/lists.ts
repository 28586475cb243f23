import { compareLists, type ListedSide } from './compare-lists.ts';
import { compareLeastServer } from './least-server.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { type Bar, printBars } from './measure/report.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './product/administrator.ts';
import { type BenchRows, startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';
import { warmServer } from './product/warm-server.ts';

/**
 * `npm run bench:lists`: every list at its full size beside one of 10,000 rows, each request beside the best SQL for
 * the same rows. Numbers of users, merchants, invitations and of the fewer rows may follow `--`.
 */

const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);
const [users = 1_000_000, merchants = 300_000, invitations = 100_000, few = 10_000] = process.argv
  .slice(2)
  .map(Number);
const full = { users, merchants, invitations };

const firstCore = leaveFirstCore();
const closing: (() => Promise<void>)[] = [];

async function open(name: string, rows: BenchRows): Promise<ListedSide> {
  const database = await startBenchDatabase(rows);
  closing.unshift(database.stop);
  const environment = { DATABASE_URL: database.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT };
  const product = await startServer(PRODUCT, { name, environment, firstCore });
  closing.unshift(product.stop);
  const { cookie } = await enrolAdministrator(product.address);
  await warmServer({ address: product.address, cookie });
  return { address: product.address, cookie, database };
}

try {
  const small = await open('lists-small', { users: few, merchants: few, invitations: few });
  const large = await open('lists-large', full);
  console.log(`${describeMachine()}${firstCore ? ', one core for the servers' : ''}`);
  const bars: Bar[] = [];
  for (const list of ['users', 'merchants', 'invitations'] as const) {
    bars.push(...(await compareLists(list, { large, small }, [full[list], few])));
  }
  await compareLeastServer(large, firstCore);
  printBars(bars);
} finally {
  for (const close of closing) await close();
}
