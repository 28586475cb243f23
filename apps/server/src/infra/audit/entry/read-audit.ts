import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { DatabaseReader } from '../../db/database.ts';
import { preparedAs } from '../../db/prepared-as.ts';
import type { AuditContent } from './audit-content.ts';

/** A stored entry. Columns with a check constraint have the matching union type. */
export interface AuditRow extends Omit<AuditContent, 'created_at' | 'occurred_at' | 'service_key_id'> {
  readonly sequence: number;
  readonly created_at: Date;
  /** Set only in entries that the platform sent, like `service_key_id`. */
  readonly occurred_at: Date | null;
  readonly service_key_id: string | null;
}

const COLUMNS = `sequence, id, created_at, action, action_category, description, status, actor_type, actor_id,
  actor_email, resource_type, resource_id, resource_identifier, request_id, ip_address, user_agent, error_message,
  metadata, changes, occurred_at, service_key_id`;

export function selectAuditRows(more?: string): RawBuilder<unknown> {
  return sql`SELECT ${sql.raw(more === undefined ? COLUMNS : `${COLUMNS}, ${more}`)} FROM audit_log`;
}

const READ_ROWS = preparedAs(
  'read_audit_rows',
  `SELECT ${COLUMNS} FROM audit_log WHERE sequence = ANY ($1::bigint[]) ORDER BY sequence DESC`,
);

/** Reads entries by number, newest first. */
export async function readAuditRows(
  reader: DatabaseReader,
  sequences: readonly number[],
): Promise<readonly AuditRow[]> {
  if (sequences.length === 0) return [];
  const { rows } = await reader.executeQuery<AuditRow>(CompiledQuery.raw(READ_ROWS, [sequences]));
  return rows;
}

/** Finds an entry by id, at any age. */
export async function findAuditRow(reader: DatabaseReader, id: string): Promise<AuditRow | undefined> {
  const { rows } = await sql<AuditRow>`${selectAuditRows()} WHERE id = ${id}::uuid`.execute(reader);
  return rows[0];
}
