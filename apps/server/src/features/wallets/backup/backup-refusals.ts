import { Problem } from '../../../infra/problem.ts';
import { noSuchWallet } from '../no-such-wallet.ts';

/** Reason for withholding a key despite a correct code. */
export type BackupRefusal =
  | 'no_such_wallet'
  | 'key_not_held'
  | 'too_many_of_administrator'
  | 'too_many_of_wallet'
  | 'factor_too_new'
  | 'master_key_unavailable'
  | 'envelope_does_not_open'
  | 'derives_another_wallet';

const RETRY_AFTER_SECONDS = 10;

export const REFUSAL_MESSAGES: Readonly<Record<BackupRefusal, string>> = {
  no_such_wallet: 'Wallet not found',
  key_not_held: 'No private key is stored for this wallet',
  too_many_of_administrator: "You've reached the hourly backup limit",
  too_many_of_wallet: 'This wallet has reached its hourly backup limit',
  factor_too_new:
    "For security, private keys can't be backed up soon after a change of authenticator, backup codes or device",
  master_key_unavailable: "The private key can't be decrypted right now",
  envelope_does_not_open: 'The stored private key was altered',
  derives_another_wallet: "The stored private key doesn't match this wallet",
};

/** @param retryAfterSeconds until the reached limit allows another backup */
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
    case 'factor_too_new':
      return new Problem('factor_too_new', message, { retryAfterSeconds });
    case 'master_key_unavailable':
      return new Problem('unavailable', message, { retryAfterSeconds });
    case 'envelope_does_not_open':
    case 'derives_another_wallet':
      return new Problem(
        'integrity_error',
        'The stored private key failed its integrity check and was not released',
      );
  }
}
