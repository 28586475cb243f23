import type { User, UserPage } from '@halyard/contract/users';
import type { FoundUsers, UserRow } from './users-queries.ts';

export function presentUserPage({ users, totalCount }: FoundUsers): UserPage {
  return { users: users.map(presentUser), totalCount };
}

function presentUser(row: UserRow): User {
  return {
    uuid: row.id,
    name: row.name,
    email: row.email,
    profileImageUrl: row.profile_image_url,
    merchantCount: row.merchant_count,
    createdAt: row.created_at.toISOString(),
    blockedAt: row.blocked_at?.toISOString() ?? null,
    blockedReason: row.blocked_reason,
  };
}
