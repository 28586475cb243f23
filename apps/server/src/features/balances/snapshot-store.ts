import { sql } from 'kysely';
import type { ChainBalance } from '../../infra/chain/chain-reader.ts';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { LedgerAmounts } from './ledger-amounts.ts';
import type { LeasedSource } from './source-store.ts';

/** Balance on the chain, and in the ledger just before the chain was read. */
export interface ReadBalance extends ChainBalance {
  readonly walletId: number;
  readonly ledger: LedgerAmounts;
}

/** A difference within the pending sums is `in_flight`, because some of those may already be on the chain. */
export async function keepSnapshots(
  transaction: DatabaseTransaction,
  { started_at }: LeasedSource,
  blockNumber: number,
  balances: readonly ReadBalance[],
): Promise<void> {
  const column = <Value>(pick: (balance: ReadBalance) => Value) => balances.map(pick);
  const walletIds = [...new Set(column(({ walletId }) => walletId))];
  await sql`INSERT INTO wallet_balances AS known (wallet_id, symbol, token_address, balance, ledger_balance,
      in_flight, verdict, unexplained_since)
    SELECT wallet_id, symbol, token_address, balance, ledger_balance, arriving + leaving, verdict,
      CASE verdict WHEN 'unexplained' THEN ${started_at}::timestamptz END
    FROM unnest(${column(({ walletId }) => walletId)}::bigint[], ${column(({ symbol }) => symbol)}::text[],
      ${column(({ tokenAddress }) => tokenAddress)}::text[], ${column(({ balance }) => balance)}::numeric[],
      ${column(({ ledger }) => ledger.balance)}::numeric[], ${column(({ ledger }) => ledger.arriving)}::numeric[],
      ${column(({ ledger }) => ledger.leaving)}::numeric[])
      AS read (wallet_id, symbol, token_address, balance, ledger_balance, arriving, leaving)
      CROSS JOIN LATERAL (SELECT CASE WHEN balance = ledger_balance THEN 'equal'
        WHEN balance - ledger_balance BETWEEN leaving AND arriving THEN 'in_flight'
        ELSE 'unexplained' END AS verdict) AS compared
    ON CONFLICT (wallet_id, symbol) DO UPDATE SET token_address = excluded.token_address,
      balance = excluded.balance, ledger_balance = excluded.ledger_balance, in_flight = excluded.in_flight,
      verdict = excluded.verdict,
      unexplained_since = CASE WHEN excluded.verdict = 'unexplained'
        THEN coalesce(known.unexplained_since, excluded.unexplained_since) END
    WHERE (known.token_address, known.balance, known.ledger_balance, known.in_flight, known.verdict)
      IS DISTINCT FROM (excluded.token_address, excluded.balance, excluded.ledger_balance, excluded.in_flight,
        excluded.verdict)`.execute(transaction);
  await sql`DELETE FROM wallet_balances
    WHERE wallet_id = ANY (${walletIds}) AND symbol <> ALL (${column(({ symbol }) => symbol)})`.execute(
    transaction,
  );
  await sql`INSERT INTO wallet_snapshots AS known (wallet_id, taken_at, block_number, verdict)
    SELECT wallet_id, ${started_at}::timestamptz, ${blockNumber},
      CASE WHEN bool_or(verdict = 'unexplained') THEN 'unexplained'
        WHEN bool_or(verdict = 'in_flight') THEN 'in_flight'
        ELSE 'equal' END
    FROM wallet_balances WHERE wallet_id = ANY (${walletIds}) GROUP BY wallet_id ORDER BY wallet_id
    ON CONFLICT (wallet_id) DO UPDATE SET taken_at = excluded.taken_at, block_number = excluded.block_number,
      verdict = excluded.verdict, error = NULL, failed_at = NULL,
      requested_at = ${stillWanted(started_at)}`.execute(transaction);
}

/** Stores the error, keeps the last balances and completes the refresh request. */
export async function keepWalletFailures(
  transaction: DatabaseTransaction,
  { started_at }: LeasedSource,
  failures: readonly { readonly walletId: number; readonly error: string }[],
): Promise<void> {
  await sql`INSERT INTO wallet_snapshots AS known (wallet_id, error, failed_at)
    SELECT wallet_id, error, now()
    FROM unnest(${failures.map(({ walletId }) => walletId)}::bigint[],
      ${failures.map(({ error }) => error)}::text[]) AS failure (wallet_id, error)
    ORDER BY wallet_id
    ON CONFLICT (wallet_id) DO UPDATE SET error = excluded.error, failed_at = excluded.failed_at,
      requested_at = ${stillWanted(started_at)}`.execute(transaction);
}

/** Stores the error for the wallets of the round and all outbound ones. Their refresh requests stay open. */
export async function keepSourceFailure(
  transaction: DatabaseTransaction,
  { name: network }: LeasedSource,
  failure: {
    readonly error: string;
    readonly walletIds: readonly number[];
    readonly settled: readonly number[];
  },
): Promise<void> {
  const { error, walletIds, settled } = failure;
  await sql`INSERT INTO wallet_snapshots (wallet_id, error, failed_at)
    SELECT id, ${error}, now() FROM wallets
    WHERE (id = ANY (${walletIds}) OR type = 'outbound' AND network = ${network}) AND id <> ALL (${settled})
    ORDER BY id
    ON CONFLICT (wallet_id) DO UPDATE SET error = excluded.error, failed_at = excluded.failed_at`.execute(
    transaction,
  );
}

/** Keeps a refresh request that was made during the round. */
function stillWanted(startedAt: string) {
  return sql`CASE WHEN known.requested_at > ${startedAt}::timestamptz THEN known.requested_at END`;
}
