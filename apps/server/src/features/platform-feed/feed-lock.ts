import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { FeedKind } from './feed-batch.ts';

/** The first key of the feed's advisory locks, apart from every other use of them: "feed" in ASCII. */
const LOCK_SPACE = 0x66656564;
const LOCK_OF_KIND: Readonly<Record<FeedKind, number>> = {
  users: 1,
  merchants: 2,
  orders: 3,
  credentials: 4,
  // Both write wallets and their counts.
  wallets: 5,
  wallet_locks: 5,
  wallet_transactions: 6,
};

/**
 * Lets batches of one kind through one after another until commit. What a batch checked before it writes then
 * still holds when it writes, and two batches of a kind never wait for each other's rows; the audit log's head
 * would queue their commits in any case.
 *
 * No circle of waits can close: a batch locks its kind, then users in the order of their ids, then its records
 * (wallets in the order of their uuids), then days of creation in their order and totals, and the audit log's head
 * last. Other writers of these (an administrator's act, an invitation redeemed, a wallet made here or backed up) lock
 * one user or wallet, and of all else only what comes later here. What the transactions of wallets add up to is
 * written by their batches alone.
 */
export async function lockFeed(transaction: DatabaseTransaction, kind: FeedKind): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_SPACE}, ${LOCK_OF_KIND[kind]})`.execute(transaction);
}
