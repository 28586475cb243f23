import { WALLET_BACKUPS_PER_HOUR } from '@halyard/contract/wallets';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import type { RateLimiter } from '../../../infra/rate-limiter.ts';
import type { BackupRefusal } from './backup-refusals.ts';

const HOUR_SECONDS = 60 * 60;

export interface ReachedLimit {
  readonly refusal: Extract<BackupRefusal, 'too_many_of_administrator' | 'too_many_of_wallet'>;
  readonly retryAfterSeconds: number;
}

/** Counts a backup for the administrator and the wallet. If a limit is reached, the caller must roll back. */
export async function takeBackup(
  limiter: Pick<RateLimiter, 'takeWithin'>,
  transaction: DatabaseTransaction,
  { administratorId, walletId }: { readonly administratorId: string; readonly walletId: number },
): Promise<ReachedLimit | undefined> {
  const { administrator, wallet } = WALLET_BACKUPS_PER_HOUR;
  // Same order everywhere, to avoid deadlocks.
  const limits = [
    ['too_many_of_administrator', `wallet backup:administrator:${administratorId}`, administrator],
    ['too_many_of_wallet', `wallet backup:wallet:${walletId}`, wallet],
  ] as const;
  for (const [refusal, key, calls] of limits) {
    const verdict = await limiter.takeWithin(transaction, key, { calls, windowSeconds: HOUR_SECONDS });
    if (!verdict.allowed) return { refusal, retryAfterSeconds: verdict.retryAfterSeconds };
  }
  return undefined;
}
