import type { AccountSessions } from '@halyard/contract/account';
import type { Session } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { Database } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { sessionEnded } from '../auth-audit.ts';
import { endSessionsWithAudit } from './session-ending.ts';
import { endSession, listOpenSessions } from './session-store.ts';

const REASON = 'logged out by its owner';

export interface AccountSessionsService {
  /** Lists the current session first, then the newest. */
  readonly list: (session: Session) => Promise<AccountSessions>;
  /** @throws Problem `not_found` if the administrator has no such open session */
  readonly end: (session: Session, id: string, origin: RequestOrigin) => Promise<void>;
  readonly endOthers: (session: Session, origin: RequestOrigin) => Promise<number>;
}

export function createAccountSessionsService(parts: {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
}): AccountSessionsService {
  const { database, sealedRows, appendAudit } = parts;
  return {
    async list(session) {
      const rows = await listOpenSessions(database.reader, sealedRows, session.administrator.id);
      const sessions = rows.map((row) => ({
        id: row.id,
        userAgent: row.user_agent,
        ipAddress: row.ip_address,
        startedAt: row.created_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
        current: row.id === session.id,
      }));
      return { sessions: sessions.toSorted((one, other) => Number(other.current) - Number(one.current)) };
    },

    async end({ administrator }, id, origin) {
      await database.transaction(async (transaction) => {
        const own = await listOpenSessions(transaction, sealedRows, administrator.id);
        if (
          !own.some((session) => session.id === id) ||
          !(await endSession(transaction, sealedRows, id, REASON))
        ) {
          throw new Problem('not_found', 'Session not found');
        }
        await appendAudit(transaction, sessionEnded(administrator, id, REASON, origin));
      });
    },

    async endOthers({ id: keptSessionId, administrator }, origin) {
      return await database.transaction((transaction) =>
        endSessionsWithAudit(transaction, parts, {
          administrator,
          reason: REASON,
          origin,
          keptSessionId,
        }),
      );
    },
  };
}
