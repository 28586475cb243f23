import { BACKUP_CODES_LOW } from '@halyard/contract/constants';

export function backupCodesLeft(remaining: number): { readonly sentence: string; readonly few: boolean } {
  return { sentence: sentence(remaining), few: remaining <= BACKUP_CODES_LOW };
}

function sentence(remaining: number): string {
  if (remaining === 0) {
    return 'No backup codes are left.';
  }
  if (remaining === 1) {
    return 'Only 1 backup code is left.';
  }
  return `${remaining <= BACKUP_CODES_LOW ? 'Only ' : ''}${remaining} backup codes are left.`;
}
