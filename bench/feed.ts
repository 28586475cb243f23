import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PLATFORM_API } from '@halyard/contract/constants';
import { FEED_MONEY_BATCH_MAX, type FeedOrder } from '@halyard/contract/platform-feed';
import type { FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import type { Client } from 'pg';
import { describeMachine } from './measure/machine.ts';
import { printBars, printTable, round } from './measure/report.ts';
import { ADMINISTRATOR_ENVIRONMENT } from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';
import { createServiceKey } from './product/service-key.ts';

/** `npm run bench:feed [-- ORDERS]`: feeds orders and their payments in full batches, compared with plain inserts. */

const ORDERS = Number(process.argv[2] ?? 40_000);
const SENDERS = 4;
const MERCHANTS = 2_000;
const WALLETS = 500;
const STATUSES = ['paid', 'paid', 'paid', 'paid', 'expired', 'pending'] as const;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);

type Batch = readonly object[];

const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-bench-feed-'));
const database = await startBenchDatabase({ users: MERCHANTS, merchants: MERCHANTS, wallets: WALLETS });
await database.client.query(
  'TRUNCATE orders, wallet_transactions, order_history, exceptions, exception_checks CASCADE',
);
const product = await startServer(PRODUCT, {
  environment: { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT },
});
try {
  const token = createServiceKey(database.url, dataDir);
  const { orders, transactions } = await createRecords(database.client);
  const send = (kind: string, name: string) => async (items: Batch) => {
    const response = await fetch(`${product.address}${PLATFORM_API}/${kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ [name]: items }),
    });
    if (!response.ok) throw new Error(`${kind} returned ${response.status}: ${await response.text()}`);
  };
  const ordersPerSecond = await perSecond(orders, send('orders', 'orders'));
  const transactionsPerSecond = await perSecond(transactions, send('wallet-transactions', 'transactions'));
  await database.client.query('CREATE TABLE IF NOT EXISTS bench_floor (id uuid PRIMARY KEY, fed jsonb)');
  const insert = async (items: Batch) => {
    await database.client.query(
      `INSERT INTO bench_floor SELECT gen_random_uuid(), fed FROM jsonb_array_elements($1::jsonb) AS fed`,
      [JSON.stringify(items)],
    );
  };
  const floors = {
    orders: await perSecond(orders, insert),
    transactions: await perSecond(transactions, insert),
  };
  await database.client.query('DROP TABLE bench_floor');
  console.log(`${describeMachine()}, ${SENDERS} senders, ${FEED_MONEY_BATCH_MAX} in each batch`);
  printTable('Rows per second', [
    { kind: 'orders', fed: round(ordersPerSecond), 'plain insert of the text': round(floors.orders) },
    {
      kind: 'transactions',
      fed: round(transactionsPerSecond),
      'plain insert of the text': round(floors.transactions),
    },
  ]);
  printBars([
    { what: 'orders per second', value: ordersPerSecond, limit: { atLeast: 5_000 } },
    { what: 'transactions per second', value: transactionsPerSecond, limit: { atLeast: 4_000 } },
  ]);
} finally {
  await product.stop();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Creates orders of the last 60 days, and for each a payment of its amount. */
async function createRecords(client: Client) {
  const merchants = await client.query<{ id: string }>(
    `SELECT merchants.id FROM merchants JOIN users ON users.id = user_id
      WHERE merchants.deleted_at IS NULL AND users.deleted_at IS NULL AND blocked_at IS NULL`,
  );
  const wallets = await client.query<{ uuid: string }>(`SELECT uuid FROM wallets WHERE network = 'ETH'`);
  const orders: FeedOrder[] = [];
  const transactions: FeedWalletTransaction[] = [];
  const now = Date.now();
  for (let number = 0; number < ORDERS; number++) {
    const createdAt = new Date(now - ((ORDERS - number) / ORDERS) * 60 * 86_400_000).toISOString();
    const uuid = randomUUID();
    const amount = String(5 + (number % 995));
    const status = STATUSES[number % STATUSES.length] ?? 'paid';
    orders.push({
      uuid,
      merchantUuid: merchants.rows[number % merchants.rows.length]?.id ?? '',
      merchantOrderId: `order-${number}`,
      status,
      network: 'ETH',
      testnet: false,
      currency: 'USDT',
      amount,
      amountUsd: amount,
      createdAt,
      paidAt: status === 'paid' ? createdAt : null,
    });
    transactions.push({
      uuid: randomUUID(),
      walletUuid: wallets.rows[number % wallets.rows.length]?.uuid ?? '',
      direction: 'incoming',
      status: 'confirmed',
      type: 'payment',
      testnet: false,
      currency: 'USDT',
      amount,
      amountUsd: amount,
      hash: `0x${uuid.replaceAll('-', '')}${uuid.replaceAll('-', '')}`,
      orderUuid: uuid,
      createdAt,
    });
  }
  return { orders, transactions };
}

/** Sends all items in full batches, some at once. */
async function perSecond(items: Batch, send: (batch: Batch) => Promise<void>): Promise<number> {
  const batches: Batch[] = [];
  for (let at = 0; at < items.length; at += FEED_MONEY_BATCH_MAX)
    batches.push(items.slice(at, at + FEED_MONEY_BATCH_MAX));
  const startedAt = performance.now();
  const sender = async () => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) await send(batch);
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return items.length / ((performance.now() - startedAt) / 1_000);
}
