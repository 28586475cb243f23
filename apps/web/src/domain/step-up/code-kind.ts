import { BACKUP_CODE_LENGTH, TOTP_CODE_LENGTH } from '@halyard/contract/constants';

export type CodeKind = 'authenticator' | 'backup';

/** The code in what was typed; undefined while it is not complete. */
export function completeCode(kind: CodeKind, typed: string): string | undefined {
  const trimmed = typed.trim();
  if (kind === 'authenticator') {
    return trimmed.length === TOTP_CODE_LENGTH && /^\d+$/.test(trimmed) ? trimmed : undefined;
  }
  // People write codes down in groups. Where the groups' own marks make up the length, they belong to the code.
  const ungrouped = trimmed.replace(/[\s-]/g, '');
  return [ungrouped, trimmed].find((code) => code.length === BACKUP_CODE_LENGTH);
}

/** Whether the code is complete: `ABCDE-FGHJ` might still become `ABCDE-FGHJK`. */
export function isFinished(kind: CodeKind, typed: string): boolean {
  const code = completeCode(kind, typed);
  return code !== undefined && !/[\s-]/.test(code);
}
