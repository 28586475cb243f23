import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainStatements } from '../../../test/explain.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createInboundWalletsService, type InboundQuery } from './inbound-wallets-service.ts';
import { readTransactions } from './read-wallet-transactions.ts';
import { readOutboundWallets, readWallet } from './wallet-queries.ts';
import type { TransactionsQuery } from './wallet-transactions-query.ts';

const INBOUND = 20_000;
const OUTBOUND = 4;
const TRANSACTIONS = 40_000;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  // Use a plain connection, because these statements exceed the product's timeout.
  const client = new Client({ ...test.connection });
  await client.connect();
  try {
    await fill(client);
  } finally {
    await client.end();
  }
}, 300_000);
afterAll(async () => await test.drop());

/** Inserts inbound wallets with one transaction each, and outbound ones with long histories. */
async function fill(client: Client): Promise<void> {
  // VACUUM marks pages as visible to all only when the commit is on disk.
  await client.query('SET synchronous_commit = on');
  await client.query(`INSERT INTO wallets (uuid, network, type, address, created_at)
    SELECT md5(number::text)::uuid, network, CASE WHEN number <= ${OUTBOUND} THEN 'outbound' ELSE 'inbound' END,
      CASE network WHEN 'TRON' THEN 'T' || translate(encode(sha256(number::text::bytea), 'base64'), '0OIl+/=', '1234567')
        ELSE '0x' || substr(encode(sha256(number::text::bytea), 'hex'), 1, 40) END,
      timestamptz '2026-01-01' + number * interval '7 minutes'
    FROM generate_series(1, ${INBOUND + OUTBOUND}) AS number,
      LATERAL (SELECT (ARRAY['TRON', 'ETH', 'POLYGON', 'BSC'])[1 + number % 4]) AS of (network)`);
  await client.query(
    `INSERT INTO merchants (id, name, created_at) VALUES (md5('m')::uuid, 'Shop', '2026-01-01')`,
  );
  await client.query(`INSERT INTO orders (id, merchant_id, merchant_order_id, status, network, testnet, currency, amount,
      amount_usd, service_fee_rate, created_at)
    SELECT md5('o' || number)::uuid, md5('m')::uuid, 'A-' || number, 'pending', 'ETH', false, 'USDT', 100, 100, 0.01,
      '2026-01-01' FROM generate_series(1, 5000) AS number`);
  await client.query(`INSERT INTO wallet_transactions (id, wallet_id, direction, status, type, testnet, hash, currency,
      amount, order_id, created_at)
    SELECT md5('t' || number)::uuid,
      CASE WHEN number % 2 = 0 THEN 1 + number / 2 % ${OUTBOUND} ELSE ${OUTBOUND} + (number + 1) / 2 END, 'incoming',
      CASE number / 2 % 1000 WHEN 8 THEN 'failed' ELSE 'confirmed' END,
      CASE number / 8 % 20 WHEN 2 THEN 'refund' ELSE 'payment' END, false,
      '0x' || encode(sha256(number::text::bytea), 'hex'), CASE number / 8 % 6 WHEN 0 THEN 'USDC' ELSE 'USDT' END, 100,
      CASE WHEN number % 8 = 0 THEN md5('o' || number / 8)::uuid END,
      timestamptz '2026-01-01' + number * interval '6 minutes'
    FROM generate_series(1, ${TRANSACTIONS}) AS number`);
  await client.query(`INSERT INTO wallet_snapshots (wallet_id, taken_at, verdict)
    SELECT id, now(), CASE id % 2000 WHEN 7 THEN 'unexplained' ELSE 'equal' END FROM wallets`);
  await client.query(`INSERT INTO wallet_balances (wallet_id, symbol, balance, ledger_balance, in_flight, verdict)
    SELECT id, symbol, 1, 1, 0, 'equal' FROM wallets, unnest(ARRAY['ETH', 'USDT', 'USDC']) AS symbol`);
  await client.query('VACUUM ANALYZE');
}

describe('inbound wallets', () => {
  const configuration = {
    isEvaluation: false,
    chainUrls: { ETH: 'http://x', POLYGON: 'http://x', BSC: 'http://x', TRON: 'http://x' },
  };
  const explain = async (query: Partial<InboundQuery>) =>
    await explainStatements(test.database, (database) =>
      createInboundWalletsService({ database, configuration }).list({
        limit: 20,
        offset: 0,
        search: '',
        ...query,
      }),
    );

  it.each<Partial<InboundQuery>>([
    {},
    { blockchain: 'TRON' },
    { ledger: 'equal' },
    { ledger: 'equal', blockchain: 'BSC' },
    { ledger: 'unexplained' },
  ])('reads only the rows of the page with %j, at the start and near the end', async (query) => {
    for (const offset of query.ledger === 'unexplained' ? [0] : [0, 3_000, 4_900]) {
      const { plan, pages } = await explain({ ...query, offset });
      expect(plan).toMatch(/wallet(s|_verdicts)(_of_network)?_newest/);
      expect(plan).not.toMatch(/Seq Scan on (wallets|wallet_verdicts|wallet_totals)/);
      expect(pages).toBeGreaterThan(0);
      expect(pages).toBeLessThan(300);
    }
  });

  it('finds a part of an address through the trigram index', async () => {
    for (const number of [1_000, 1_001]) {
      const { rows } = await test.database.query<{ address: string }>({
        text: `SELECT address FROM wallets WHERE id = ${number}`,
      });
      const address = rows[0]?.address ?? '';
      for (const search of [address, address.slice(0, 14), address.slice(12, 22)]) {
        const { plan, pages } = await explain({ search });
        expect(plan).toContain('Bitmap Index Scan on wallets_search');
        expect(pages).toBeLessThan(400);
      }
    }
  });

  it('reads no rows for text that no address can contain', async () => {
    const refuse = async () => await Promise.reject(new Error('a statement was sent'));
    const database = { ...test.database, prepared: refuse, query: refuse };
    const wallets = createInboundWalletsService({ database, configuration });
    expect(await wallets.list({ limit: 20, offset: 0, search: 'Ol0' })).toEqual({ rows: [], totalCount: 0 });
  });

  it('takes the count from the totals for text that all addresses contain', async () => {
    const { plan, pages } = await explain({ search: '0x' });
    expect(plan).toContain('wallets_newest');
    expect(pages).toBeLessThan(200);
  });
});

describe('the transactions of an outbound wallet', () => {
  const explain = async (query: Partial<TransactionsQuery>) =>
    await explainStatements(test.database, (database) =>
      readTransactions(database, 'outbound', { walletId: 1, limit: 20, offset: 0, ...query }),
    );

  it.each<Partial<TransactionsQuery>>([
    {},
    { offset: 20 },
    { offset: 5_000 },
    { offset: 9_990 },
    { type: 'payment', offset: 4_000 },
    { currency: 'USDC', offset: 1_600 },
    { from: new Date('2026-02-01T12:00:00Z'), to: new Date('2026-05-01T12:00:00Z'), offset: 3_000 },
  ])('reads only the rows of the page with %j, starting within a day', async (query) => {
    const { plan, pages } = await explain(query);
    expect(plan).toContain('wallet_transactions_newest');
    expect(plan).not.toContain('Seq Scan on wallet_transactions');
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(250);
  });

  it.each<Partial<TransactionsQuery>>([{ status: 'failed' }, { type: 'adjustment' }])(
    'reads only the days that contain rare matches with %j',
    async (query) => {
      const { pages } = await explain(query);
      expect(pages).toBeLessThan(300);
    },
  );

  it('finds a hash and an order through their indexes', async () => {
    for (const search of [`0x${'0'.repeat(64)}`, '0x1234567', 'A-4321']) {
      const { plan, pages } = await explain({ search });
      expect(plan).toContain('wallet_transactions_of_hash');
      expect(plan).toContain('orders_searched');
      expect(plan).toContain('wallet_transactions_of_order');
      expect(pages).toBeLessThan(60);
    }
  });
});

describe('wallet balances', () => {
  it.each([
    ['from chains', { chain: ['ETH', 'POLYGON', 'BSC', 'TRON'], ledger: [], prices: 'source' }],
    ['from the ledger', { chain: [], ledger: ['ETH', 'POLYGON', 'BSC', 'TRON'], prices: 'ledger' }],
  ] as const)('%s: is read of those wallets only', async (_what, sources) => {
    const all = await explainStatements(test.database, (database) => readOutboundWallets(database, sources));
    expect(all.plan).not.toMatch(/Seq Scan on (wallets|wallet_balances|wallet_totals|wallet_snapshots)/);
    expect(all.pages).toBeLessThan(150);
    const one = await explainStatements(test.database, (database) => readWallet(database, sources, '1'));
    expect(one.plan).not.toMatch(/Seq Scan on (wallets|wallet_balances|wallet_totals|wallet_snapshots)/);
    expect(one.pages).toBeLessThan(50);
  });
});
