import { compareWallets } from './compare-wallets.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { printBars } from './measure/report.ts';
import { type ServerPair, startServerPair } from './product/server-pair.ts';

/** `npm run bench:wallets [-- INBOUND_WALLETS TRANSACTIONS]`: wallet requests, while all nodes are unreachable. */

const UNREACHABLE = 'http://127.0.0.1:1';
const [wallets = 500_000, transactions = 20_000_000] = process.argv.slice(2).map(Number);

const firstCore = leaveFirstCore();
const sides: ServerPair[] = [];

async function open(name: string, part: number): Promise<ServerPair> {
  const side = await startServerPair(
    name,
    {
      users: 0,
      wallets: Math.ceil(wallets * part),
      transactions: Math.ceil(transactions * part),
    },
    {
      firstCore,
      environment: {
        RPC_ETH_URL: UNREACHABLE,
        RPC_POLYGON_URL: UNREACHABLE,
        RPC_BSC_URL: UNREACHABLE,
        TRON_URL: UNREACHABLE,
        PRICES_URL: UNREACHABLE,
      },
    },
  );
  sides.unshift(side);
  return side;
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
  for (const { stop } of sides) await stop();
}
