import { randomInt } from 'node:crypto';
import { BACKUP_CODE_COUNT, BACKUP_CODE_LENGTH } from '@halyard/contract/constants';

/** Crockford's base32, which leaves out I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BACKUP_CODE = new RegExp(`^[${ALPHABET}]{${BACKUP_CODE_LENGTH}}$`);

/** Creates ten different codes of 50 random bits each. */
export function newBackupCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < BACKUP_CODE_COUNT) {
    codes.add(
      Array.from({ length: BACKUP_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    );
  }
  return [...codes];
}

/** Reads a code as Crockford does: any case, O as 0, I and L as 1. Returns undefined if it is not a backup code. */
export function normalizeBackupCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return BACKUP_CODE.test(code) ? code : undefined;
}
