import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';
import { type RawBuilder, sql } from 'kysely';
import { escapeLike } from '../../db/like-pattern.ts';

export interface AuditFilter {
  readonly action?: string | undefined;
  /** Beginning of the action, such as `user.`. */
  readonly actionPrefix?: string | undefined;
  readonly actionCategory?: AuditCategory | undefined;
  readonly status?: AuditStatus | undefined;
  readonly actorType?: AuditActorType | undefined;
  readonly resourceType?: AuditResourceType | undefined;
  /** Full match, ignoring case. */
  readonly actorEmail?: string | undefined;
  readonly resourceId?: string | undefined;
  /** Parts of what the table shows, ignoring case. They may be shortened: `0x71C7…976F`. */
  readonly actorPart?: string | undefined;
  readonly actionPart?: string | undefined;
  readonly resourcePart?: string | undefined;
  /** Leaves out the entries that record batches of the platform feed. */
  readonly platformFeed?: 'hide' | undefined;
  readonly requestId?: string | undefined;
  readonly ipAddress?: string | undefined;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

type Condition = RawBuilder<unknown>;

/** Returns conditions on the columns with few values, which together form an entry's class. */
export function classConditions(filter: AuditFilter): Condition[] {
  const { action, actionPrefix, actionCategory, status, actorType, resourceType, platformFeed } = filter;
  return [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actionPrefix === undefined ? [] : [sql`starts_with(action, ${actionPrefix})`]),
    ...(actionCategory === undefined ? [] : [sql`action_category = ${actionCategory}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(actorType === undefined ? [] : [sql`actor_type = ${actorType}`]),
    ...(resourceType === undefined ? [] : [sql`resource_type = ${resourceType}`]),
    ...(platformFeed === undefined ? [] : [sql`NOT starts_with(action, 'platform_feed.')`]),
  ];
}

/** What the table shows of an entry, in lower case. The migration that creates `audit_block_texts` has the same. */
const SHOWN = {
  actors: sql`lower(coalesce(actor_email, replace(actor_type, '_', ' ')))`,
  actions: sql`lower(action || E'\n' || description)`,
  resources: sql`lower(replace(resource_type, '_', ' ') || ' ' || coalesce(resource_identifier || E'\n', '')
    || coalesce(resource_id, ''))`,
} as const;

const ELLIPSIS = /…|\.{3}/;

/** Columns of `audit_block_texts`, over the entries of a block. */
export const BLOCK_TEXTS = sql`string_agg(DISTINCT ${SHOWN.actors}, E'\n') AS actors,
  string_agg(DISTINCT ${SHOWN.actions}, E'\n') AS actions,
  string_agg(DISTINCT ${SHOWN.resources}, E'\n') AS resources`;

export function hasPart({ actorPart, actionPart, resourcePart }: AuditFilter): boolean {
  return [actorPart, actionPart, resourcePart].some((part) => part !== undefined);
}

/** Whether the filter has a condition that closed blocks do not count. */
export function hasOrigin({ requestId, ipAddress }: AuditFilter): boolean {
  return requestId !== undefined || ipAddress !== undefined;
}

function partConditions({ actorPart, actionPart, resourcePart }: AuditFilter, texts = SHOWN): Condition[] {
  const parts = [
    [texts.actors, actorPart],
    [texts.actions, actionPart],
    [texts.resources, resourcePart],
  ] as const;
  return parts.flatMap(([text, part]) => {
    if (part === undefined) return [];
    const pattern = `%${part.split(ELLIPSIS).map(escapeLike).join('%')}%`;
    return [sql`${text} LIKE lower(${pattern})`];
  });
}

/** Returns the conditions on a row of `audit_block_texts` whose block may have matches. */
export function blockTextConditions(filter: AuditFilter): Condition[] {
  return partConditions(filter, { actors: sql`actors`, actions: sql`actions`, resources: sql`resources` });
}

/** Columns with an index besides the entry number. */
export type IndexedColumn = 'email' | 'resource';

/** Returns all conditions on a row of `audit_log`. With `only`, they use only that column's index. */
export function entryConditions(filter: AuditFilter, only?: IndexedColumn): Condition[] {
  const { actorEmail, resourceId, requestId, ipAddress, from, to } = filter;
  // IS NOT DISTINCT FROM never uses an index.
  const emailIs = only === 'resource' ? sql`IS NOT DISTINCT FROM` : sql`=`;
  const resourceIs = only === 'email' ? sql`IS NOT DISTINCT FROM` : sql`=`;
  return [
    ...classConditions(filter),
    ...partConditions(filter),
    ...(actorEmail === undefined ? [] : [sql`lower(actor_email) ${emailIs} lower(${actorEmail})`]),
    ...(resourceId === undefined ? [] : [sql`resource_id ${resourceIs} ${resourceId}`]),
    ...(requestId === undefined ? [] : [sql`request_id = ${requestId}`]),
    ...(ipAddress === undefined ? [] : [sql`ip_address = ${ipAddress}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`created_at < ${to}`]),
  ];
}

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

/** Ends a LATERAL query: PostgreSQL then reads the index per outer row instead of scanning the log. */
export const EACH_BY_INDEX = sql`OFFSET 0`;
