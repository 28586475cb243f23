import { randomUUID } from 'node:crypto';
import type { Network } from '@halyard/contract/networks';
import { sql } from 'kysely';
import type { BalanceWorkerParts } from '../src/features/balances/balance-worker.ts';
import { createBalanceWorker } from '../src/features/balances/balance-worker.ts';
import { createRefreshService, type RefreshService } from '../src/features/balances/refresh-service.ts';
import { createMetrics } from '../src/infra/metrics.ts';
import { createRecordingLog, type RecordedLine } from './recording-log.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface NewTransaction {
  readonly direction: 'incoming' | 'outgoing';
  readonly status?: 'pending' | 'confirming' | 'confirmed' | 'failed' | 'dropped';
  readonly currency: string;
  readonly amount: string;
  readonly networkFee?: string;
}

/** Wallets in their own database, workers that read their balances, and a clock that a test controls. */
export interface BalanceDesk extends Pick<TestDatabase, 'database'> {
  readonly lines: readonly RecordedLine[];
  readonly refresh: RefreshService;
  readonly createWorker: (
    parts: Partial<Pick<BalanceWorkerParts, 'readers' | 'prices' | 'metrics'>>,
  ) => ReturnType<typeof createBalanceWorker>;
  /** Resolves with the wallet's id. */
  readonly addWallet: (wallet: {
    readonly network: Network;
    readonly address: string;
    readonly type?: 'outbound' | 'inbound';
  }) => Promise<number>;
  readonly addTransactions: (walletId: number, ...transactions: readonly NewTransaction[]) => Promise<void>;
  /** Shifts all times of sources, snapshots and prices into the past. */
  readonly pass: (seconds: number) => Promise<void>;
  /** Returns a wallet's stored snapshot, with balance and verdict by symbol. */
  readonly kept: (walletId: number) => ReturnType<typeof readKept>;
  readonly source: (name: Network | 'prices') => ReturnType<typeof readSource>;
  /** Deletes wallets, snapshots and prices, and makes every source due. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openBalanceDesk(networks: readonly Network[]): Promise<BalanceDesk> {
  const { database, drop } = await createTestDatabase();
  const { log, lines } = createRecordingLog();
  const run = async (...statements: readonly ReturnType<typeof sql>[]) =>
    await database.transaction(async (transaction) => {
      for (const statement of statements) await statement.execute(transaction);
    });
  return {
    database,
    lines,
    refresh: createRefreshService({ database, networks }),
    createWorker: ({ readers = {}, prices, metrics = createMetrics() }) =>
      createBalanceWorker({ database, log, metrics, readers, prices }),
    addWallet: async ({ network, address, type = 'outbound' }) =>
      await database.transaction(async (transaction) => {
        const { id } = await transaction
          .insertInto('wallets')
          .values({ uuid: randomUUID(), network, type, address, created_at: sql<Date>`now()` })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      }),
    addTransactions: async (walletId, ...transactions) =>
      await insertTransactions(database, walletId, transactions),
    pass: async (seconds) => {
      const ago = sql`make_interval(secs => ${seconds})`;
      await run(
        sql`UPDATE balance_sources SET next_at = next_at - ${ago}, leased_until = leased_until - ${ago}`,
        sql`UPDATE wallet_snapshots SET taken_at = taken_at - ${ago}, failed_at = failed_at - ${ago},
          requested_at = requested_at - ${ago}`,
        sql`UPDATE prices SET as_of = as_of - ${ago}`,
      );
    },
    kept: async (walletId) => await readKept(database, walletId),
    source: async (name) => await readSource(database, name),
    clear: async () => {
      lines.length = 0;
      await run(
        sql`TRUNCATE wallets, wallet_counts, prices, ledger_prices CASCADE`,
        sql`UPDATE balance_sources SET next_at = now(), leased_until = NULL, failures = 0, error = NULL,
          succeeded_at = NULL, last_inbound_id = 0, refused = '{}'`,
      );
    },
    close: drop,
  };
}

async function insertTransactions(
  database: TestDatabase['database'],
  walletId: number,
  transactions: readonly NewTransaction[],
): Promise<void> {
  const rows = transactions.map(
    ({ direction, status = 'confirmed', currency, amount, networkFee = null }) => ({
      id: randomUUID(),
      wallet_id: walletId,
      direction,
      status,
      type: direction === 'incoming' ? 'payment' : 'payout',
      testnet: false,
      currency,
      amount,
      network_fee: networkFee,
      created_at: sql<Date>`now()`,
    }),
  );
  await database.transaction((transaction) =>
    transaction.insertInto('wallet_transactions').values(rows).execute(),
  );
}

async function readKept(database: TestDatabase['database'], walletId: number) {
  const snapshot = await database.reader
    .selectFrom('wallet_snapshots')
    .select(['taken_at', 'block_number', 'error', 'failed_at', 'verdict', 'requested_at'])
    .where('wallet_id', '=', walletId)
    .executeTakeFirst();
  const rows = await database.reader
    .selectFrom('wallet_balances')
    .select(['symbol', 'balance', 'verdict'])
    .where('wallet_id', '=', walletId)
    .orderBy('symbol')
    .execute();
  const balances = Object.fromEntries(
    rows.map(({ symbol, balance, verdict }) => [symbol, [balance, verdict]]),
  );
  return { ...snapshot, balances };
}

async function readSource(database: TestDatabase['database'], name: string) {
  return await database.reader
    .selectFrom('balance_sources')
    .select(['error', 'failures', 'succeeded_at', 'leased_until', 'last_inbound_id', 'refused'])
    .select(sql<number>`extract(epoch FROM next_at - now())::float8`.as('pauseSeconds'))
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
}
