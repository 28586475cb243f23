import { asciiCode } from '@halyard/contract/code-text';
import { BACKUP_CODE_LENGTH, TOTP_CODE_LENGTH } from '@halyard/contract/constants';

const ASCII = /^[ -~]+$/;

export type CodeKind = 'authenticator' | 'backup';

/** Returns the code in ASCII, as a header needs it, or undefined if it is not complete. */
export function completeCode(kind: CodeKind, text: string): string | undefined {
  const trimmed = asciiCode(text);
  if (kind === 'authenticator') {
    return trimmed.length === TOTP_CODE_LENGTH && /^\d+$/.test(trimmed) ? trimmed : undefined;
  }
  // Separators usually only group the characters. Counts them as part of the code if the length requires it.
  const ungrouped = trimmed.replace(/[\s-]/g, '');
  return [ungrouped, trimmed].find((code) => code.length === BACKUP_CODE_LENGTH && ASCII.test(code));
}

/** Whether the code is complete and cannot continue. `ABCDE-FGHJ` can still become `ABCDE-FGHJK`. */
export function isFinished(kind: CodeKind, text: string): boolean {
  const code = completeCode(kind, text);
  return code !== undefined && !/[\s-]/.test(code);
}
