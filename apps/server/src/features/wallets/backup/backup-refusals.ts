import { Problem } from '../../../infra/problem.ts';
import { noSuchWallet } from '../no-such-wallet.ts';

/** Why a wallet's key is not handed out although a right code was shown. */
export type BackupRefusal =
  | 'no_such_wallet'
  | 'key_not_held'
  | 'too_many_of_administrator'
  | 'too_many_of_wallet'
  | 'master_key_unavailable'
  | 'envelope_does_not_open'
  | 'derives_another_wallet';

const RETRY_AFTER_SECONDS = 10;

/** What is told of a refusal, in the answer and the audit log alike. */
export const REFUSAL_MESSAGES: Readonly<Record<BackupRefusal, string>> = {
  no_such_wallet: 'There is no such wallet',
  key_not_held: 'The private key of this wallet is not held here',
  too_many_of_administrator: 'You have backed up as many wallets as an hour allows',
  too_many_of_wallet: 'This wallet was backed up as often as an hour allows',
  master_key_unavailable: 'The private key cannot be opened at the moment',
  envelope_does_not_open: 'The private key that is stored was changed',
  derives_another_wallet: 'The private key that is stored does not belong to this wallet',
};

/** @param retryAfterSeconds of a limit that is reached */
export function refusalProblem(
  refusal: BackupRefusal,
  retryAfterSeconds: number = RETRY_AFTER_SECONDS,
): Problem {
  const message = REFUSAL_MESSAGES[refusal];
  switch (refusal) {
    case 'no_such_wallet':
      return noSuchWallet();
    case 'key_not_held':
      return new Problem('key_not_held', message);
    case 'too_many_of_administrator':
    case 'too_many_of_wallet':
      return new Problem('rate_limited', message, { retryAfterSeconds });
    case 'master_key_unavailable':
      return new Problem('unavailable', message, { retryAfterSeconds });
    case 'envelope_does_not_open':
    case 'derives_another_wallet':
      return new Problem('integrity_error', 'The stored private key is not intact and was not handed out');
  }
}
