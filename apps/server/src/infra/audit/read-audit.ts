import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';
import { sql } from 'kysely';
import type { DatabaseReader } from '../db/database.ts';

/** An entry as it is stored; what the table checks is typed by what it checks. */
export interface AuditRow {
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
}

export interface AuditPage {
  readonly entries: readonly AuditRow[];
  /** Of all pages together. */
  readonly totalCount: number;
}

const COLUMNS = `id, created_at, action, action_category, description, status, actor_type, actor_id, actor_email,
  resource_type, resource_id, resource_identifier, request_id, ip_address, user_agent, error_message, metadata, changes`;

/** Entries about one thing, newest first, and how many there are, in one snapshot. */
export async function readAuditOfResource(
  reader: DatabaseReader,
  resource: { readonly type: AuditResourceType; readonly id: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AuditPage> {
  const about = sql`resource_type = ${resource.type} AND resource_id = ${resource.id}`;
  const { rows } = await sql<{ readonly total: number } & (AuditRow | { readonly id: null })>`
    SELECT total, found.*
    FROM (SELECT count(*) AS total FROM audit_log WHERE ${about}) AS totals
      LEFT JOIN (SELECT sequence, ${sql.raw(COLUMNS)} FROM audit_log WHERE ${about}
        ORDER BY sequence DESC LIMIT ${limit} OFFSET ${offset}) AS found ON true
    ORDER BY sequence DESC`.execute(reader);
  return { entries: rows.filter((row) => row.id !== null), totalCount: rows[0]?.total ?? 0 };
}
