import type { LedgerVerdict } from '@halyard/contract/wallets';
import { sql } from 'kysely';
import type { Database } from '../src/infra/db/database.ts';

export interface PlantedSnapshot {
  /** Undefined if the wallet was never read. */
  readonly takenAt?: string;
  readonly error?: string;
  readonly verdict?: LedgerVerdict;
  readonly balances?: readonly PlantedBalance[];
}

export interface PlantedBalance {
  readonly symbol: string;
  readonly tokenAddress?: string;
  readonly balance: string;
  readonly ledgerBalance?: string;
  readonly inFlight?: string;
  readonly verdict?: LedgerVerdict;
}

export async function plantSnapshot(
  database: Database,
  walletUuid: string,
  { takenAt, error, verdict, balances = [] }: PlantedSnapshot,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const walletId = sql`(SELECT id FROM wallets WHERE uuid = ${walletUuid})`;
    await sql`
      INSERT INTO wallet_snapshots (wallet_id, taken_at, block_number, error, failed_at, verdict)
      VALUES (${walletId}, ${takenAt ?? null}, ${takenAt === undefined ? null : 21_000_000}, ${error ?? null},
        ${error === undefined ? null : sql`now()`}, ${verdict ?? null})
      ON CONFLICT (wallet_id) DO UPDATE SET taken_at = excluded.taken_at, block_number = excluded.block_number,
        error = excluded.error, failed_at = excluded.failed_at, verdict = excluded.verdict`.execute(
      transaction,
    );
    await sql`DELETE FROM wallet_balances WHERE wallet_id = ${walletId}`.execute(transaction);
    for (const held of balances) {
      await sql`
        INSERT INTO wallet_balances (wallet_id, symbol, token_address, balance, ledger_balance, in_flight, verdict)
        VALUES (${walletId}, ${held.symbol}, ${held.tokenAddress ?? null}, ${held.balance},
          ${held.ledgerBalance ?? held.balance}, ${held.inFlight ?? '0'}, ${held.verdict ?? 'equal'})`.execute(
        transaction,
      );
    }
  });
}

export async function plantPriceFailure(
  database: Database,
  {
    error,
    failures,
    refused = [],
  }: { readonly error: string | null; readonly failures: number; readonly refused?: readonly string[] },
): Promise<void> {
  await database.transaction(
    async (transaction) =>
      await sql`UPDATE balance_sources SET error = ${error}, failures = ${failures}, refused = ${[...refused]} WHERE name = 'prices'`.execute(
        transaction,
      ),
  );
}

/** Sets a price in USD, dated `minutesAgo`. */
export async function plantPrice(
  database: Database,
  symbol: string,
  usd: string,
  minutesAgo = 0,
): Promise<void> {
  await database.transaction(
    async (transaction) =>
      await sql`
        INSERT INTO prices (symbol, usd, as_of)
        VALUES (${symbol}, ${usd}, now() - make_interval(mins => ${minutesAgo}))
        ON CONFLICT (symbol) DO UPDATE SET usd = excluded.usd, as_of = excluded.as_of`.execute(transaction),
  );
}
