import type { UserStatus } from '@halyard/contract/user-status';

/** SQL conditions on users. Blocked users that are deleted count as deleted, as in `user_totals`. */
export const USER_CONDITIONS: Readonly<Record<UserStatus, string>> = {
  active: 'deleted_at IS NULL AND blocked_at IS NULL',
  blocked: 'deleted_at IS NULL AND blocked_at IS NOT NULL',
  deleted: 'deleted_at IS NOT NULL',
};
