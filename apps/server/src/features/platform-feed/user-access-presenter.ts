import type { UserAccess } from '@halyard/contract/platform-feed';
import type { UserAccessRow } from './user-access-service.ts';

export function presentUserAccess(row: UserAccessRow): UserAccess {
  return {
    blocked: row.blocked_at !== null,
    credentialsEndedAt: row.credentials_ended_at?.toISOString() ?? null,
    serviceFeeRate: row.service_fee_rate,
    maxMerchants: row.max_merchants,
    merchantCount: row.merchant_count,
  };
}
