import { asciiCode } from '@halyard/contract/code-text';
import { TOTP_CODE_LENGTH } from '@halyard/contract/constants';
import { normalizeBackupCode } from '../../../infra/crypto/backup-codes.ts';
import { openSecret, type SecretOwner } from '../../../infra/crypto/envelope.ts';
import type { KeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import { totpStepOf } from '../../../infra/crypto/totp.ts';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import {
  MISTIMED_STEPS,
  refuseTotpStep,
  useBackupCode,
  useTotpStep,
} from '../administrators/administrator-store.ts';

const TOTP_CODE = new RegExp(`^[0-9]{${TOTP_CODE_LENGTH}}$`);

/** A checked code. Checked before the transaction, because decrypting and hashing are slow. */
export type ShownCode =
  | { readonly kind: 'totp' | 'mistimed'; readonly step: number }
  | { readonly kind: 'backup'; readonly hash: Buffer }
  | { readonly kind: 'wrong' };

export interface EnrolledFactors {
  readonly id: string;
  readonly totp_secret: Buffer | null;
  readonly backup_code_salt: Buffer | null;
}

export function totpOwner(administratorId: string): SecretOwner {
  return { kind: 'administrator_totp', id: administratorId };
}

/** Treats six digits as an authenticator code and anything else as a backup code. */
export async function examineCode(
  { keys, passwords }: { readonly keys: KeyWrapper; readonly passwords: PasswordHasher },
  factors: EnrolledFactors,
  text: string,
  now: number,
): Promise<ShownCode> {
  const code = codeOf(text);
  if (TOTP_CODE.test(code)) {
    if (factors.totp_secret === null) return { kind: 'wrong' };
    return totpCode(await openSecret(keys, totpOwner(factors.id), factors.totp_secret), code, now);
  }
  const backupCode = normalizeBackupCode(code);
  if (backupCode === undefined || factors.backup_code_salt === null) return { kind: 'wrong' };
  return { kind: 'backup', hash: await passwords.derive(backupCode, factors.backup_code_salt) };
}

/** Removes what only groups the characters of a code. */
export function codeOf(text: string): string {
  return asciiCode(text).replace(/[\s-]/g, '');
}

/** Examines an authenticator code. `mistimed` is the code of another time within ten minutes. */
export function totpCode(secret: Buffer, code: string, now: number): Exclude<ShownCode, { kind: 'backup' }> {
  const step = totpStepOf(secret, code, now);
  if (step !== undefined) return { kind: 'totp', step };
  const mistimed = totpStepOf(secret, code, now, MISTIMED_STEPS);
  return mistimed === undefined ? { kind: 'wrong' } : { kind: 'mistimed', step: mistimed };
}

export type CodeVerdict = 'accepted' | 'wrong' | 'replayed' | 'mistimed';

/** Call it in the transaction of the action that the code permits. */
export async function consumeCode(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
  shown: ShownCode,
): Promise<CodeVerdict> {
  if (shown.kind === 'totp') {
    return (await useTotpStep(transaction, sealedRows, administratorId, shown.step))
      ? 'accepted'
      : 'replayed';
  }
  if (shown.kind === 'mistimed') {
    await refuseTotpStep(transaction, sealedRows, administratorId, shown.step);
    return 'mistimed';
  }
  if (shown.kind === 'backup' && (await useBackupCode(transaction, sealedRows, administratorId, shown.hash)))
    return 'accepted';
  return 'wrong';
}
