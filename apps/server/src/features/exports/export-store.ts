import { type ExportRequest, exportRequest } from '@halyard/contract/exports';
import { type Selectable, sql } from 'kysely';
import type { Session } from '../../http/call.ts';
import { tokenHash } from '../../infra/crypto/token.ts';
import type { DatabaseReader, DatabaseTransaction } from '../../infra/db/database.ts';
import type { Exports } from '../../infra/db/schema.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';

const TICKET_LIFETIME_SECONDS = 60;
const LEASE_SECONDS = 60;

/** An export that can be downloaded once, or is being written. */
export interface PreparedExport {
  readonly id: string;
  readonly request: ExportRequest;
}

export async function insertExport(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  {
    session,
    request,
    ticket,
  }: { readonly session: Session; readonly request: ExportRequest; readonly ticket: string },
): Promise<string> {
  const content = {
    ticket_hash: tokenHash(ticket),
    session_id: session.id,
    administrator_id: session.administrator.id,
  };
  const { id } = await transaction
    .insertInto('exports')
    .values({
      ...content,
      request: sql`${JSON.stringify(request)}::jsonb`,
      seal: sealedRows.sealTicket({ ...content, request }),
      expires_at: secondsFromNow(TICKET_LIFETIME_SECONDS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks the export until commit if this session may download it. */
export async function lockExport(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  ticket: string,
  session: Session,
): Promise<PreparedExport | undefined> {
  const row = await transaction
    .selectFrom('exports')
    .selectAll()
    .where('ticket_hash', '=', tokenHash(ticket))
    .where('session_id', '=', session.id)
    .where('started_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  return row && requestOf(sealedRows, row);
}

/** Undefined if somebody else wrote the row. */
export function requestOf(sealedRows: SealedRows, row: Selectable<Exports>): PreparedExport | undefined {
  const { data: request } = exportRequest.safeParse(row.request);
  return sealedRows.isOurTicket(row) && request !== undefined ? { id: row.id, request } : undefined;
}

/** Locks the administrator until commit, so that their exports start one after another. */
export async function lockExporter(transaction: DatabaseTransaction, administratorId: string): Promise<void> {
  await transaction
    .selectFrom('administrators')
    .select('id')
    .where('id', '=', administratorId)
    .forUpdate()
    .executeTakeFirst();
}

export async function countRunningExports(reader: DatabaseReader, administratorId: string): Promise<number> {
  const { running } = await reader
    .selectFrom('exports')
    .select(({ fn }) => fn.countAll<number>().as('running'))
    .where('administrator_id', '=', administratorId)
    .where('leased_until', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return running;
}

export async function beginExport(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction
    .updateTable('exports')
    .set({ started_at: sql`now()`, leased_until: secondsFromNow(LEASE_SECONDS) })
    .where('id', '=', id)
    .execute();
}

/** Stores the progress and renews the lease. Returns false if the session or the export has ended. */
export async function renewExport(
  transaction: DatabaseTransaction,
  id: string,
  rows: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('exports')
    .from('sessions')
    .set({ leased_until: secondsFromNow(LEASE_SECONDS), rows_written: rows })
    .whereRef('sessions.id', '=', 'exports.session_id')
    .where('exports.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns false if the export was already deleted. */
export async function deleteExport(transaction: DatabaseTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction.deleteFrom('exports').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

function secondsFromNow(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
