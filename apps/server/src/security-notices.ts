import type { AppendAudit, AuditEntry } from './infra/audit/append-audit.ts';
import type { Outbox } from './infra/outbox/outbox.ts';

/** Successful acts that somebody who is no administrator should know about. */
const TOLD: ReadonlySet<string> = new Set([
  'administrator.create',
  'administrator.disable',
  'administrator.enable',
  'administrator.two_factor_reset',
  'audit_log.accept',
  'export.start',
  'foreign_row.remove',
  'master_key.rotate',
  'password.change',
  'password.reset',
  'service_key.create',
  'service_key.revoke',
  'two_factor.backup_codes',
  'two_factor.disable',
  'two_factor.enable',
  'two_factor.replace',
  'wallet.backup',
  'wallet.create',
]);

/** Also mails acts that matter for security to `to`, in the transaction of their audit entry. */
export function withSecurityNotices(
  appendAudit: AppendAudit,
  {
    outbox,
    to,
    now,
  }: { readonly outbox: Pick<Outbox, 'enqueueMail'>; readonly to: string; readonly now: () => number },
): AppendAudit {
  return async (transaction, entry, lastWrite) => {
    // Prevents an unhandled rejection while the mail is stored.
    lastWrite?.catch(() => undefined);
    if (isTold(entry)) {
      await outbox.enqueueMail(transaction, {
        kind: 'security_notice',
        to,
        what: entry.description,
        by: entry.actor.email ?? 'a server operator',
        isDenied: entry.status === 'failure',
        ...(entry.resource.identifier !== undefined && { about: entry.resource.identifier }),
        at: new Date(now()).toISOString(),
        ...(entry.origin !== undefined && { ipAddress: entry.origin.ipAddress }),
      });
    }
    await appendAudit(transaction, entry, lastWrite);
  };
}

/** A key that was withheld from a new factor matters, too: someone may have taken over the account. */
function isTold({ action, status, metadata }: AuditEntry): boolean {
  if (status === 'success') return TOLD.has(action);
  return action === 'wallet.backup' && metadata?.['reason'] === 'factor_too_new';
}
