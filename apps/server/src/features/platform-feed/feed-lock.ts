import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { FeedKind } from './feed-batch.ts';

/** First key of the feed's advisory locks: "feed" in ASCII. */
const LOCK_SPACE = 0x66656564;
const LOCK_OF_KIND: Readonly<Record<FeedKind, number>> = {
  users: 1,
  merchants: 2,
  orders: 3,
  credentials: 4,
  // Wallets and wallet locks share a lock, because both write wallets and their counts.
  wallets: 5,
  wallet_locks: 5,
  wallet_transactions: 6,
};

/**
 * Serializes batches of a kind: this prevents deadlocks and keeps the checks of a batch valid until commit.
 * Lock order: kind, users by id, records (wallets by uuid), creation days in order, totals, audit log head.
 * Other writers lock one user or wallet first, then follow this order. Only transaction batches write wallet totals.
 */
export async function lockFeed(transaction: DatabaseTransaction, kind: FeedKind): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_SPACE}, ${LOCK_OF_KIND[kind]})`.execute(transaction);
}
