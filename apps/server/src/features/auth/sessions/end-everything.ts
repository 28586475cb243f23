import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { lockAllAdministrators } from '../administrators/administrator-store.ts';
import { everythingEnded } from '../auth-audit.ts';
import { voidAllLinks } from '../passwords/password-reset-store.ts';
import { endAllSessions } from './session-store.ts';

/**
 * Ends all sessions, reset links and setups. Returns the number of sessions. Locks the administrators first, to avoid
 * deadlocks.
 */
export async function endEverything(
  transaction: DatabaseTransaction,
  { sealedRows, appendAudit }: { readonly sealedRows: SealedRows; readonly appendAudit: AppendAudit },
  reason: string,
): Promise<number> {
  await lockAllAdministrators(transaction);
  const sessions = await endAllSessions(transaction, sealedRows, reason);
  const links = await voidAllLinks(transaction, sealedRows);
  await transaction.deleteFrom('two_factor_setups').execute();
  await appendAudit(transaction, everythingEnded(reason, { sessions, links }));
  return sessions;
}
