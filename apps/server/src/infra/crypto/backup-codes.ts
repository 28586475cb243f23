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

/** Removes spaces and dashes and converts to upper case. Returns undefined if the result is not a backup code. */
export function normalizeBackupCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return BACKUP_CODE.test(code) ? code : undefined;
}
