import type { UserStatus } from '@halyard/contract/user-status';
import { type CreationList, type LiveScope, liveScopes } from '../../infra/creation-list/creation-list.ts';
import { USER_CONDITIONS } from '../../infra/creation-list/user-conditions.ts';

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly profile_image_url: string | null;
  readonly merchant_count: number;
  readonly created_at: Date;
  readonly blocked_at: Date | null;
  readonly blocked_reason: string | null;
  readonly deleted_at: Date | null;
}

export const USER_COLUMNS =
  'id, name, email, profile_image_url, merchant_count, created_at, blocked_at, blocked_reason, deleted_at';

export type UserScope = LiveScope | UserStatus;

/** The index of blocked users counts their days, because a block must not wait for a lock on a day in `list_days`. */
const daysOfBlocked = (records: 1 | -1) =>
  `SELECT (created_at AT TIME ZONE 'UTC')::date AS day, ${records} AS records FROM users WHERE ${USER_CONDITIONS.blocked}`;
const DAYS_OF_LIVE = `SELECT day, records FROM list_days WHERE list = 'users' AND state = 'live'`;

export const USER_LIST: CreationList<UserScope> = {
  table: 'users',
  columns: USER_COLUMNS,
  scopes: {
    ...liveScopes('user_totals', { live: 'active + blocked', all: 'active + blocked + deleted' }),
    active: { ...scopeOf('active'), days: `(${DAYS_OF_LIVE} UNION ALL ${daysOfBlocked(-1)}) AS active` },
    blocked: { ...scopeOf('blocked'), days: `(${daysOfBlocked(1)}) AS blocked` },
    deleted: { ...scopeOf('deleted'), states: ['deleted'] },
  },
};

function scopeOf(status: UserStatus) {
  return {
    where: USER_CONDITIONS[status],
    total: `SELECT coalesce(sum(${status}), 0)::bigint FROM user_totals`,
  };
}
