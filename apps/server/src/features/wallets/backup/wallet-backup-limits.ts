import { WALLET_BACKUPS_PER_HOUR } from '@halyard/contract/wallets';
import { sql } from 'kysely';
import { databaseNow } from '../../../infra/database-now.ts';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import type { RateLimiter } from '../../../infra/rate-limiter.ts';
import type { SealedRow } from '../../../infra/sealed-rows/row-seal.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { BackupRefusal } from './backup-refusals.ts';

const HOUR_MS = 60 * 60 * 1_000;

interface BackupCounters {
  readonly limiter: Pick<RateLimiter, 'callsOf'>;
  readonly sealedRows: SealedRows;
}

interface BackupSubject {
  readonly administratorId: string;
  readonly walletId: number;
}

/** A counted backup. */
export interface CountedBackup extends BackupSubject {
  readonly takenAt: Date;
}

export interface ReachedLimit {
  readonly refusal: Extract<BackupRefusal, 'too_many_of_administrator' | 'too_many_of_wallet'>;
  readonly retryAfterSeconds: number;
}

/**
 * Counts a backup for the administrator and the wallet, unless either had its limit within the last hour. The count of the
 * administrator is part of the sealed row, because it limits how many keys somebody can take.
 */
export async function countBackup(
  { limiter, sealedRows }: BackupCounters,
  transaction: DatabaseTransaction,
  { administratorId, walletId }: BackupSubject,
): Promise<CountedBackup | ReachedLimit> {
  const limits = WALLET_BACKUPS_PER_HOUR;
  const administrator = await lockAdministrator(sealedRows, transaction, administratorId);
  const timesOfWallet = await lockTimesOf(transaction, walletId);
  const now = await databaseNow(transaction);

  const ofAdministrator = recentOf(administrator.keys_taken_at ?? [], now);
  const waitOfAdministrator = waitAfter(
    ofAdministrator,
    limiter.callsOf({ calls: limits.administrator }),
    now,
  );
  if (waitOfAdministrator > 0) {
    return { refusal: 'too_many_of_administrator', retryAfterSeconds: waitOfAdministrator };
  }
  const ofWallet = recentOf(timesOfWallet, now);
  const waitOfWallet = waitAfter(ofWallet, limiter.callsOf({ calls: limits.wallet }), now);
  if (waitOfWallet > 0) return { refusal: 'too_many_of_wallet', retryAfterSeconds: waitOfWallet };

  const takenAt = new Date(now);
  await sealedRows.change(transaction, 'administrators', administrator, {
    keys_taken_at: [...ofAdministrator, takenAt],
  });
  await writeTimesOf(transaction, walletId, [...ofWallet, takenAt]);
  return { administratorId, walletId, takenAt };
}

/** Uncounts a backup that released no key. */
export async function uncountBackup(
  sealedRows: SealedRows,
  transaction: DatabaseTransaction,
  { administratorId, walletId, takenAt }: CountedBackup,
): Promise<void> {
  const administrator = await lockAdministrator(sealedRows, transaction, administratorId);
  const ofWallet = await lockTimesOf(transaction, walletId);
  await sealedRows.change(transaction, 'administrators', administrator, {
    keys_taken_at: withoutOne(administrator.keys_taken_at ?? [], takenAt),
  });
  await writeTimesOf(transaction, walletId, withoutOne(ofWallet, takenAt));
}

async function lockAdministrator(
  sealedRows: SealedRows,
  transaction: DatabaseTransaction,
  id: string,
): Promise<SealedRow<'administrators'>> {
  const administrator = await sealedRows.lock(transaction, 'administrators', id);
  if (administrator === undefined)
    throw new Error('the row of an administrator with a right code is foreign');
  return administrator;
}

/** Inserts a row if there is none, because only a row can be locked. */
async function lockTimesOf(transaction: DatabaseTransaction, walletId: number): Promise<readonly Date[]> {
  const { keys_taken_at } = await transaction
    .insertInto('wallet_keys_taken')
    .values({ wallet_id: walletId, keys_taken_at: [] })
    .onConflict((conflict) =>
      conflict.column('wallet_id').doUpdateSet({ keys_taken_at: sql`wallet_keys_taken.keys_taken_at` }),
    )
    .returning('keys_taken_at')
    .executeTakeFirstOrThrow();
  return keys_taken_at;
}

async function writeTimesOf(
  transaction: DatabaseTransaction,
  walletId: number,
  times: readonly Date[],
): Promise<void> {
  await transaction
    .updateTable('wallet_keys_taken')
    .set({ keys_taken_at: [...times] })
    .where('wallet_id', '=', walletId)
    .execute();
}

function recentOf(times: readonly Date[], now: number): readonly Date[] {
  return times.filter((at) => at.getTime() > now - HOUR_MS);
}

/** Returns 0, or the seconds until fewer than `limit` of these times are within the last hour. */
function waitAfter(recent: readonly Date[], limit: number, now: number): number {
  const leavesFirst = recent.at(-limit);
  if (leavesFirst === undefined) return 0;
  return Math.max(1, Math.ceil((leavesFirst.getTime() + HOUR_MS - now) / 1_000));
}

function withoutOne(times: readonly Date[], time: Date): Date[] {
  const at = times.findIndex((each) => each.getTime() === time.getTime());
  return times.filter((_, index) => index !== at);
}
