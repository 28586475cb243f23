import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';
import { type RawBuilder, sql } from 'kysely';

/** What entries must have, all of it. */
export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actionCategory?: AuditCategory | undefined;
  readonly status?: AuditStatus | undefined;
  readonly actorType?: AuditActorType | undefined;
  readonly resourceType?: AuditResourceType | undefined;
  /** Compared whole, without regard to case. */
  readonly actorEmail?: string | undefined;
  readonly resourceId?: string | undefined;
  /** Included. */
  readonly from?: Date;
  /** Not included. */
  readonly to?: Date;
}

type Condition = RawBuilder<unknown>;

/** About the columns of which few values exist, together an entry's class. */
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

/** What finds entries by an index beside their numbers. */
export type IndexedColumn = 'email' | 'resource';

/**
 * About a row of `audit_log`.
 * @param only the one column that may be looked up in its index; either, where absent
 */
export function entryConditions(filter: AuditFilter, only?: IndexedColumn): Condition[] {
  const { actorEmail, resourceId, from, to } = filter;
  // No index serves IS NOT DISTINCT FROM.
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

/** Joined by AND; true where there are none. */
export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}
