import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';
import { type RawBuilder, sql } from 'kysely';
import type { DatabaseReader } from '../db/database.ts';

/** An entry as it is stored; what the table checks is typed by what it checks. */
export interface AuditRow {
  readonly sequence: number;
  readonly id: string;
  readonly created_at: Date;
  readonly action: string;
  readonly action_category: AuditCategory;
  readonly description: string;
  readonly status: AuditStatus;
  readonly actor_type: AuditActorType;
  readonly actor_id: string | null;
  readonly actor_email: string | null;
  readonly resource_type: AuditResourceType;
  readonly resource_id: string | null;
  readonly resource_identifier: string | null;
  readonly request_id: string | null;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly error_message: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly changes: Readonly<Record<string, unknown>> | null;
  /** Of entries that the platform sent, like the next. */
  readonly occurred_at: Date | null;
  readonly service_key_id: string | null;
}

const COLUMNS = `sequence, id, created_at, action, action_category, description, status, actor_type, actor_id,
  actor_email, resource_type, resource_id, resource_identifier, request_id, ip_address, user_agent, error_message,
  metadata, changes, occurred_at, service_key_id`;

/** The beginning of a query of entries, with further columns where they are named. */
export function selectAuditRows(more?: string): RawBuilder<unknown> {
  return sql`SELECT ${sql.raw(more === undefined ? COLUMNS : `${COLUMNS}, ${more}`)} FROM audit_log`;
}

/** Entries by their numbers, newest first. */
export async function readAuditRows(
  reader: DatabaseReader,
  sequences: readonly number[],
): Promise<readonly AuditRow[]> {
  if (sequences.length === 0) return [];
  const { rows } = await sql<AuditRow>`
    ${selectAuditRows()} WHERE sequence = ANY (${sequences}::bigint[])
    ORDER BY sequence DESC`.execute(reader);
  return rows;
}
