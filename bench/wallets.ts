import type { ListedSide } from './compare-lists.ts';
import { compareWallets } from './compare-wallets.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { printBars } from './measure/report.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';
import { warmServer } from './product/warm-server.ts';

/**
 * `npm run bench:wallets`: what is asked of wallets at full size beside 1 % of it, each request beside the best SQL for
 * the same rows, with nodes configured of which none answers. Numbers of inbound wallets and of transactions may
 * follow `--`.
 */

const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);
const NOWHERE = 'http://127.0.0.1:1';
const [wallets = 500_000, transactions = 20_000_000] = process.argv.slice(2).map(Number);

const firstCore = leaveFirstCore();
const closing: (() => Promise<void>)[] = [];

async function open(name: string, part: number): Promise<ListedSide> {
  const database = await startBenchDatabase({
    users: 0,
    wallets: Math.ceil(wallets * part),
    transactions: Math.ceil(transactions * part),
  });
  closing.unshift(database.stop);
  const environment = {
    DATABASE_URL: database.url,
    PORT: '0',
    RPC_ETH_URL: NOWHERE,
    RPC_POLYGON_URL: NOWHERE,
    RPC_BSC_URL: NOWHERE,
    TRON_URL: NOWHERE,
    PRICES_URL: NOWHERE,
    ...ADMINISTRATOR_ENVIRONMENT,
  };
  const product = await startServer(PRODUCT, { name, environment, firstCore });
  closing.unshift(product.stop);
  const { cookie } = await enrolAdministrator(product.address);
  await warmServer({ address: product.address, cookie });
  return { address: product.address, cookie, database };
}

try {
  const small = await open('wallets-small', 0.01);
  const large = await open('wallets-large', 1);
  console.log(`${describeMachine()}${firstCore ? ', one core for the servers' : ''}`);
  console.log(
    `${wallets.toLocaleString('en')} inbound wallets, ${transactions.toLocaleString('en')} transactions`,
  );
  printBars(await compareWallets({ large, small }));
} finally {
  for (const close of closing) await close();
}
