import type { FeedWalletLock } from '@halyard/contract/platform-feed-wallets';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { toUtc } from './feed-batch.ts';
import type { Tally } from './feed-tally.ts';

/** Locks wallets by uuid until commit. Returns the uuids of existing wallets. */
export async function holdWallets(
  transaction: DatabaseTransaction,
  uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM wallets WHERE uuid = ANY (${uuids}::uuid[])
    ORDER BY uuid FOR NO KEY UPDATE`.execute(transaction);
  return new Set(rows.map(({ uuid }) => uuid));
}

export async function updateWalletLocks(
  transaction: DatabaseTransaction,
  locks: readonly FeedWalletLock[],
): Promise<Tally> {
  const { numAffectedRows } = await sql`
    UPDATE wallets SET
      locked_merchant_id = item.merchant_id,
      lock_currency = item.currency,
      lock_network_id = item.network_id,
      locked_at = item.locked_at
    FROM json_to_recordset(${JSON.stringify(locks.map(toRow))}) AS item(uuid uuid, merchant_id text,
      currency text, network_id text, locked_at timestamptz)
    WHERE wallets.uuid = item.uuid
      AND (wallets.locked_merchant_id, wallets.lock_currency, wallets.lock_network_id, wallets.locked_at)
        IS DISTINCT FROM (item.merchant_id, item.currency, item.network_id, item.locked_at)`.execute(
    transaction,
  );
  return { created: 0, updated: Number(numAffectedRows ?? 0) };
}

function toRow({ walletUuid, lock }: FeedWalletLock) {
  return {
    uuid: walletUuid,
    merchant_id: lock?.merchantId ?? null,
    currency: lock?.currency ?? null,
    network_id: lock?.networkId ?? null,
    locked_at: toUtc(lock?.lockedAt),
  };
}
