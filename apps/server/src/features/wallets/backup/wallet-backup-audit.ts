import type { StepUpRefusal } from '../../../http/call.ts';
import type { AuditEntry } from '../../../infra/audit/append-audit.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import { type BackupRefusal, REFUSAL_MESSAGES } from './backup-refusals.ts';
import type { FoundWallet } from './wallet-backup-store.ts';

/** A request for a key. There may be no wallet with this id. */
export interface BackupAct {
  readonly administrator: { readonly id: string; readonly email: string };
  readonly wallet: FoundWallet | { readonly id: string };
  readonly origin: RequestOrigin;
}

function entryOf(
  { administrator, wallet, origin }: BackupAct,
  rest: Pick<AuditEntry, 'action' | 'description' | 'status'> & Partial<AuditEntry>,
): AuditEntry {
  return {
    category: 'wallet_operation',
    actor: { type: 'admin', id: administrator.id, email: administrator.email },
    resource: {
      type: 'wallet',
      id: String(wallet.id),
      ...('address' in wallet && { identifier: wallet.address }),
    },
    origin,
    ...rest,
  };
}

/** Entry that is committed before the key is decrypted. */
export function backupAttempted(act: BackupAct): AuditEntry {
  return entryOf(act, {
    action: 'wallet.backup_attempt',
    description: 'Private key backup started',
    status: 'partial',
  });
}

/** Entry that is committed before the key is sent. @param count backups of the wallet, including this one */
export function backupDone(act: BackupAct, count: number): AuditEntry {
  return entryOf(act, {
    action: 'wallet.backup',
    description: 'Private key backed up',
    status: 'success',
    changes: { backups: { before: count - 1, after: count } },
  });
}

export function backupRefused(act: BackupAct, reason: BackupRefusal): AuditEntry {
  return refusedFor(act, reason, REFUSAL_MESSAGES[reason]);
}

/** Entry for the wallet, because the step-up's entry does not name it. */
export function codeRefused(act: BackupAct, reason: StepUpRefusal): AuditEntry {
  const message = reason === 'missing' ? 'No verification code' : 'Invalid verification code';
  return refusedFor(act, `code_${reason}`, message);
}

function refusedFor(act: BackupAct, reason: string, errorMessage: string): AuditEntry {
  return entryOf(act, {
    action: 'wallet.backup',
    description: 'Private key backup denied',
    status: 'failure',
    errorMessage,
    metadata: { reason },
  });
}
