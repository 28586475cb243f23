import { WALLET_BACKUPS_PER_HOUR } from '@halyard/contract/wallets';
import { databaseNow } from '../../../infra/database-now.ts';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import type { RateLimiter } from '../../../infra/rate-limiter.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { BackupRefusal } from './backup-refusals.ts';

const HOUR_SECONDS = 60 * 60;

interface BackupCounters {
  readonly limiter: Pick<RateLimiter, 'takeWithin' | 'callsOf'>;
  readonly sealedRows: SealedRows;
}

export interface ReachedLimit {
  readonly refusal: Extract<BackupRefusal, 'too_many_of_administrator' | 'too_many_of_wallet'>;
  readonly retryAfterSeconds: number;
}

/**
 * Counts a backup for the administrator and the wallet. If a limit is reached, the caller must roll back. The count of the
 * administrator is part of the sealed row, because it limits how many keys somebody can take.
 */
export async function takeBackup(
  { limiter, sealedRows }: BackupCounters,
  transaction: DatabaseTransaction,
  { administratorId, walletId }: { readonly administratorId: string; readonly walletId: number },
): Promise<ReachedLimit | undefined> {
  const { administrator, wallet } = WALLET_BACKUPS_PER_HOUR;
  const waitSeconds = await takeKey(
    sealedRows,
    transaction,
    administratorId,
    limiter.callsOf({ calls: administrator }),
  );
  if (waitSeconds > 0) return { refusal: 'too_many_of_administrator', retryAfterSeconds: waitSeconds };
  const verdict = await limiter.takeWithin(transaction, `wallet backup:wallet:${walletId}`, {
    calls: wallet,
    windowSeconds: HOUR_SECONDS,
  });
  if (verdict.allowed) return undefined;
  return { refusal: 'too_many_of_wallet', retryAfterSeconds: verdict.retryAfterSeconds };
}

/** Returns 0, or the seconds to wait if the last hour had `keysPerHour`. */
async function takeKey(
  sealedRows: SealedRows,
  transaction: DatabaseTransaction,
  administratorId: string,
  keysPerHour: number,
): Promise<number> {
  const administrator = await sealedRows.lock(transaction, 'administrators', administratorId);
  if (administrator === undefined)
    throw new Error('the row of an administrator with a right code is foreign');
  const now = await databaseNow(transaction);
  const recent = (administrator.keys_taken_at ?? []).filter(
    (at) => at.getTime() > now - HOUR_SECONDS * 1_000,
  );
  const leavesFirst = recent.at(-keysPerHour);
  if (leavesFirst !== undefined) {
    return Math.max(1, Math.ceil(HOUR_SECONDS - (now - leavesFirst.getTime()) / 1_000));
  }
  await sealedRows.change(transaction, 'administrators', administrator, {
    keys_taken_at: [...recent, new Date(now)],
  });
  return 0;
}
