import { compareRecords } from './compare-records.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { printBars } from './measure/report.ts';
import { startServerPair } from './product/server-pair.ts';

/** `npm run bench:records [-- ORDERS TRANSACTIONS]`: lists, filters, panels, timelines, revenue and search. */

const [orders = 2_000_000, transactions = 20_000_000] = process.argv.slice(2).map(Number);
const ROWS = { users: 500_000, merchants: 200_000, wallets: 500_000, auditEntries: 500_000 };

const firstCore = leaveFirstCore();
const product = await startServerPair('records', { ...ROWS, orders, transactions }, { firstCore });
try {
  console.log(`${describeMachine()}${firstCore ? ', one core for the servers' : ''}`);
  const written = { ...ROWS, orders, transactions };
  console.log(
    Object.entries(written)
      .map(([kind, rows]) => `${rows.toLocaleString('en')} ${kind}`)
      .join(', '),
  );
  printBars(await compareRecords(product));
} finally {
  await product.stop();
}
