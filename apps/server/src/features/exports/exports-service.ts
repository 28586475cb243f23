import { ADMIN_API } from '@halyard/contract/constants';
import { type ExportRequest, JSON_LINES } from '@halyard/contract/exports';
import type { FileContent } from '@halyard/contract/fields';
import type { Session, StepUp } from '../../http/call.ts';
import { newToken } from '../../infra/crypto/token.ts';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';
import { exportStarted } from './export-audit.ts';
import { writeExport } from './export-content.ts';
import type { ExportParts } from './export-parts.ts';
import { beginExport, countRunningExports, insertExport, lockExport, lockExporter } from './export-store.ts';

const RUNNING_MAX = 2;
const RETRY_AFTER_SECONDS = 10;

export interface ExportsService {
  /** Returns an address for one download within a minute. @throws Problem `rate_limited` while two exports run */
  readonly start: (
    request: ExportRequest,
    act: { readonly session: Session; readonly stepUp: StepUp; readonly origin: RequestOrigin },
  ) => Promise<string>;
  /** @throws Problem `not_found`, or `rate_limited` while two exports run; the ticket then stays valid */
  readonly open: (ticket: string, session: Session, origin: RequestOrigin) => Promise<FileContent>;
}

export function createExportsService(parts: ExportParts): ExportsService {
  const { database, sealedRows, appendAudit, now } = parts;
  return {
    async start(request, { session, stepUp, origin }) {
      const { administrator } = session;
      const ticket = newToken();
      await stepUp.transaction(async (transaction) => {
        await requireRoom(transaction, administrator.id);
        const id = await insertExport(transaction, sealedRows, { session, request, ticket });
        await appendAudit(transaction, exportStarted({ id, request }, { administrator, origin }));
      });
      return `${ADMIN_API}/exports/${ticket}`;
    },

    async open(ticket, session, origin) {
      const { administrator } = session;
      const prepared = await database.transaction(async (transaction) => {
        await lockExporter(transaction, administrator.id);
        const found = await lockExport(transaction, sealedRows, ticket, session);
        if (found === undefined) throw new Problem('not_found', 'File not found');
        await requireRoom(transaction, administrator.id);
        await beginExport(transaction, found.id);
        return found;
      });
      const day = new Date(now()).toISOString().slice(0, 10);
      const { request } = prepared;
      const isLines = request.of === 'audit-logs' && request.format === 'jsonl';
      return {
        name: `${request.of}-${day}.${isLines ? 'jsonl' : 'csv'}`,
        ...(isLines && { mediaType: JSON_LINES }),
        content: writeExport(parts, prepared, { administrator, origin }),
      };
    },
  };
}

async function requireRoom(reader: DatabaseReader, administratorId: string): Promise<void> {
  if ((await countRunningExports(reader, administratorId)) < RUNNING_MAX) return;
  throw new Problem(
    'rate_limited',
    `You already have ${RUNNING_MAX} exports running. Wait for one to finish.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
