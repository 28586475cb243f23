import { compareWallets } from './compare-wallets.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { printBars } from './measure/report.ts';
import { type ListedSide, openListedSide } from './product/listed-side.ts';

/**
 * `npm run bench:wallets`: what is asked of wallets at full size beside 1 % of it, each request beside the best SQL for
 * the same rows, with nodes configured of which none answers. Numbers of inbound wallets and of transactions may
 * follow `--`.
 */

const NOWHERE = 'http://127.0.0.1:1';
const [wallets = 500_000, transactions = 20_000_000] = process.argv.slice(2).map(Number);

const firstCore = leaveFirstCore();
const sides: ListedSide[] = [];

async function open(name: string, part: number): Promise<ListedSide> {
  const side = await openListedSide(
    name,
    {
      users: 0,
      wallets: Math.ceil(wallets * part),
      transactions: Math.ceil(transactions * part),
    },
    {
      firstCore,
      environment: {
        RPC_ETH_URL: NOWHERE,
        RPC_POLYGON_URL: NOWHERE,
        RPC_BSC_URL: NOWHERE,
        TRON_URL: NOWHERE,
        PRICES_URL: NOWHERE,
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
