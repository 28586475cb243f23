import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { sessionEnded } from '../auth-audit.ts';
import { endSessionsOf } from './session-store.ts';

export async function endSessionsWithAudit(
  transaction: DatabaseTransaction,
  { sealedRows, appendAudit }: { readonly sealedRows: SealedRows; readonly appendAudit: AppendAudit },
  ending: {
    readonly administrator: { readonly id: string; readonly email: string };
    readonly reason: string;
    readonly origin: RequestOrigin;
    readonly keptSessionId?: string;
  },
): Promise<number> {
  const { administrator, reason, origin, keptSessionId } = ending;
  const kept = keptSessionId === undefined ? undefined : { sessionId: keptSessionId };
  const ended = await endSessionsOf(transaction, sealedRows, administrator.id, reason, kept);
  for (const id of ended) await appendAudit(transaction, sessionEnded(administrator, id, reason, origin));
  return ended.length;
}
