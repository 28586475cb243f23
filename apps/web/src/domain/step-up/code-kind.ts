import { BACKUP_CODE_LENGTH, TOTP_CODE_LENGTH } from '@halyard/contract/constants';

export type CodeKind = 'authenticator' | 'backup';

/** Returns the code in the entered text, or undefined if it is incomplete. */
export function completeCode(kind: CodeKind, text: string): string | undefined {
  const trimmed = text.trim();
  if (kind === 'authenticator') {
    return trimmed.length === TOTP_CODE_LENGTH && /^\d+$/.test(trimmed) ? trimmed : undefined;
  }
  // People write codes in groups. If the text has the right length only with its separators, they are part of the code.
  const ungrouped = trimmed.replace(/[\s-]/g, '');
  return [ungrouped, trimmed].find((code) => code.length === BACKUP_CODE_LENGTH);
}

/** Whether the code is complete and cannot continue. `ABCDE-FGHJ` may still become `ABCDE-FGHJK`. */
export function isFinished(kind: CodeKind, text: string): boolean {
  const code = completeCode(kind, text);
  return code !== undefined && !/[\s-]/.test(code);
}
