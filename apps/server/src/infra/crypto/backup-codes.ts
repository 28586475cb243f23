import { randomInt } from 'node:crypto';
import { BACKUP_CODE_COUNT, BACKUP_CODE_LENGTH } from '@halyard/contract/constants';

/** Crockford's base32: without I, L, O and U, which are misread or spell words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BACKUP_CODE = new RegExp(`^[${ALPHABET}]{${BACKUP_CODE_LENGTH}}$`);

/** A set of ten different codes of 50 random bits each. */
export function newBackupCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < BACKUP_CODE_COUNT) {
    codes.add(
      Array.from({ length: BACKUP_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    );
  }
  return [...codes];
}

/** The code that a person means, case, spaces and dashes ignored; undefined where it has not the form of one. */
export function normalizeBackupCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return BACKUP_CODE.test(code) ? code : undefined;
}
