import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';
import { type RawBuilder, sql } from 'kysely';

export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actionCategory?: AuditCategory | undefined;
  readonly status?: AuditStatus | undefined;
  readonly actorType?: AuditActorType | undefined;
  readonly resourceType?: AuditResourceType | undefined;
  /** Full match, ignoring case. */
  readonly actorEmail?: string | undefined;
  readonly resourceId?: string | undefined;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

type Condition = RawBuilder<unknown>;

/** Returns conditions on the columns with few values, which together form an entry's class. */
export function classConditions(filter: AuditFilter): Condition[] {
  const { action, actionCategory, status, actorType, resourceType } = filter;
  return [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actionCategory === undefined ? [] : [sql`action_category = ${actionCategory}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(actorType === undefined ? [] : [sql`actor_type = ${actorType}`]),
    ...(resourceType === undefined ? [] : [sql`resource_type = ${resourceType}`]),
  ];
}

/** Columns with an index besides the entry number. */
export type IndexedColumn = 'email' | 'resource';

/** Returns all conditions on a row of `audit_log`. With `only`, they use only that column's index. */
export function entryConditions(filter: AuditFilter, only?: IndexedColumn): Condition[] {
  const { actorEmail, resourceId, from, to } = filter;
  // IS NOT DISTINCT FROM never uses an index.
  const emailIs = only === 'resource' ? sql`IS NOT DISTINCT FROM` : sql`=`;
  const resourceIs = only === 'email' ? sql`IS NOT DISTINCT FROM` : sql`=`;
  return [
    ...classConditions(filter),
    ...(actorEmail === undefined ? [] : [sql`lower(actor_email) ${emailIs} lower(${actorEmail})`]),
    ...(resourceId === undefined ? [] : [sql`resource_id ${resourceIs} ${resourceId}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`created_at < ${to}`]),
  ];
}

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

/** Ends a LATERAL query: PostgreSQL then reads the index per outer row instead of scanning the log. */
export const EACH_BY_INDEX = sql`OFFSET 0`;
