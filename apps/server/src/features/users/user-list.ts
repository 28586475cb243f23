import { type CreationList, type LiveScope, liveScopes } from '../../infra/creation-list/creation-list.ts';

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly profile_image_url: string | null;
  readonly merchant_count: number;
  readonly created_at: Date;
  readonly blocked_at: Date | null;
  readonly blocked_reason: string | null;
}

export const USER_COLUMNS =
  'id, name, email, profile_image_url, merchant_count, created_at, blocked_at, blocked_reason';

export const USER_LIST: CreationList<LiveScope> = {
  table: 'users',
  columns: USER_COLUMNS,
  scopes: liveScopes('user_totals', { live: 'active + blocked', all: 'active + blocked + deleted' }),
};
