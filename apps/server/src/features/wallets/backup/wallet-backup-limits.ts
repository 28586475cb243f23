import { WALLET_BACKUPS_PER_HOUR } from '@halyard/contract/wallets';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import type { RateLimiter } from '../../../infra/rate-limiter.ts';
import type { BackupRefusal } from './backup-refusals.ts';

const HOUR_SECONDS = 60 * 60;

/** A limit that is reached. */
export interface ReachedLimit {
  readonly refusal: Extract<BackupRefusal, 'too_many_of_administrator' | 'too_many_of_wallet'>;
  readonly retryAfterSeconds: number;
}

/**
 * Counts one backup, whose code was right, for an administrator and a wallet, in the transaction that begins it. Whoever
 * is told of a limit rolls that back: what one limit refuses counts for neither.
 */
export async function takeBackup(
  limiter: Pick<RateLimiter, 'takeWithin'>,
  transaction: DatabaseTransaction,
  { administratorId, walletId }: { readonly administratorId: string; readonly walletId: number },
): Promise<ReachedLimit | undefined> {
  const { administrator, wallet } = WALLET_BACKUPS_PER_HOUR;
  // In one order for all, so that no two wait for each other.
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
