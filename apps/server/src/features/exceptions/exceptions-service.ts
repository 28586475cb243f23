import type { ExceptionState } from '@halyard/contract/exception-kinds';
import type { listExceptions } from '@halyard/contract/exceptions';
import type { z } from 'zod';
import type { Session, StepUp } from '../../http/call.ts';
import { allowsWrite } from '../../http/if-match.ts';
import type { AppendAudit, AuditEntry } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { exceptionEntry } from '../../infra/exceptions/exception-audit.ts';
import { Problem } from '../../infra/problem.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';
import {
  countExceptions,
  type ExceptionRow,
  type LockedException,
  lockException,
  type OpenOfKind,
  readExceptions,
  readOpenByKind,
  readOpenUsd,
  storeResolution,
} from './exception-queries.ts';
import { amountsSince, exceptionEtag } from './exception-versions.ts';

type ExceptionsQuery = z.output<NonNullable<(typeof listExceptions)['query']>>;

export interface ExceptionsPage {
  readonly rows: readonly ExceptionRow[];
  readonly totalCount: number;
  readonly open: readonly OpenOfKind[];
  readonly openUsd: string;
}

/** An administrator's decision about one exception. */
interface Decision {
  readonly session: Session;
  readonly id: string;
  readonly reason: string;
  /** Version of the amounts that the administrator saw. */
  readonly ifMatch: string | undefined;
  readonly stepUp: StepUp;
  readonly origin: RequestOrigin;
}

export interface ExceptionsService {
  readonly list: (query: ExceptionsQuery) => Promise<ExceptionsPage>;
  /** Returns its ETag. @throws Problem `not_found`, or `changed_meanwhile` if it is not open or `ifMatch` is stale */
  readonly resolve: (decision: Decision) => Promise<string>;
  /** Returns its ETag. @throws Problem `not_found`, or `changed_meanwhile` if it is not resolved or `ifMatch` is stale */
  readonly reopen: (decision: Decision) => Promise<string>;
}

const NOT_IN: Readonly<Record<'open' | 'resolved', string>> = {
  open: 'This exception is no longer open. Load the list again.',
  resolved: 'This exception is no longer resolved. Load the list again.',
};

export function createExceptionsService(parts: {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
}): ExceptionsService {
  const { database, appendAudit } = parts;

  async function decide(decision: Decision, from: 'open' | 'resolved'): Promise<string> {
    const { id, reason, ifMatch, stepUp } = decision;
    return await stepUp.transaction(async (transaction) => {
      const found = await lockException(transaction, id);
      if (found === undefined) throw new Problem('not_found', 'Exception not found');
      if (found.state !== from) throw new Problem('changed_meanwhile', NOT_IN[from]);
      const etag = exceptionEtag(found);
      if (!allowsWrite(ifMatch, etag)) {
        throw new Problem('changed_meanwhile', 'The amounts have changed. Check the new ones first.', {
          change: amountsSince(ifMatch ?? '', found),
        });
      }
      await storeResolution(transaction, found.id, from === 'open' ? reason : null);
      await appendAudit(transaction, from === 'open' ? resolved(decision, found) : reopened(decision, found));
      return etag;
    });
  }

  return {
    async list(query) {
      const { reader } = database;
      const [rows, totalCount, open, openUsd] = await Promise.all([
        readExceptions(reader, query),
        countExceptions(reader, query),
        readOpenByKind(reader, query),
        readOpenUsd(reader, query),
      ]);
      return { rows, totalCount, open, openUsd };
    },
    resolve: async (decision) => await decide(decision, 'open'),
    reopen: async (decision) => await decide(decision, 'resolved'),
  };
}

function resolved(decision: Decision, found: LockedException): AuditEntry {
  return {
    ...entryOf(decision, found, { before: 'open', after: 'resolved' }),
    action: 'exception.resolve',
    description: 'Exception resolved',
  };
}

function reopened(decision: Decision, found: LockedException): AuditEntry {
  return {
    ...entryOf(decision, found, { before: 'resolved', after: 'open' }),
    action: 'exception.reopen',
    description: 'Exception opened again',
  };
}

function entryOf(
  { session, reason, origin }: Decision,
  found: LockedException,
  state: { readonly before: ExceptionState; readonly after: ExceptionState },
): Omit<AuditEntry, 'action' | 'description'> {
  const { id, email } = session.administrator;
  const { metadata, ...entry } = exceptionEntry(found, {
    state,
    reason: { before: found.reason, after: state.after === 'resolved' ? reason : null },
  });
  return {
    ...entry,
    actor: { type: 'admin', id, email },
    origin,
    metadata: { ...metadata, reason },
  };
}
