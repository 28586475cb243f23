import {
  type BlockEffect,
  FEE_PREVIEW_DAYS,
  type FeePreview,
  type User,
  type UserAuditLogs,
  type UserMerchant,
  type UserPage,
  type UserSettings,
} from '@halyard/contract/users';
import { presentAuditEntry } from '../../infra/audit/entry/present-audit-entry.ts';
import type { FoundEntries } from '../../infra/audit/search/search-audit.ts';
import type { ListPage } from '../../infra/creation-list/creation-list.ts';
import type { UserRow } from './user-list.ts';
import type { BlockEffectRow, EarnedFees, OwnedMerchantRow, SettingsRow } from './user-queries.ts';

export function presentUserPage({ rows, totalCount }: ListPage<UserRow>): UserPage {
  return { users: rows.map(presentUser), totalCount };
}

export function presentUser(row: UserRow): User {
  return {
    uuid: row.id,
    name: row.name,
    email: row.email,
    profileImageUrl: row.profile_image_url,
    merchantCount: row.merchant_count,
    createdAt: row.created_at.toISOString(),
    blockedAt: row.blocked_at?.toISOString() ?? null,
    blockedReason: row.blocked_reason,
    ...(row.deleted_at !== null && { deletedAt: row.deleted_at.toISOString() }),
  };
}

export function presentUserSettings(row: SettingsRow): UserSettings {
  // A number is exact, because a rate has at most five digits.
  return { serviceFeeRate: Number(row.service_fee_rate), maxMerchants: row.max_merchants };
}

export function presentFeePreview({ orders, earned, at_rate }: EarnedFees): FeePreview {
  return {
    days: FEE_PREVIEW_DAYS,
    paidOrders: orders,
    earnedUsd: earned,
    wouldHaveEarnedUsd: at_rate,
  };
}

export function presentBlockEffect(row: BlockEffectRow): BlockEffect {
  return {
    sessions: row.sessions,
    apiKeys: row.api_keys,
    merchants: row.merchants,
    openOrders: row.open_orders,
  };
}

export function presentUserMerchant(row: OwnedMerchantRow): UserMerchant {
  return {
    uuid: row.id,
    name: row.name,
    website: row.website,
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}

export function presentUserAuditLogs({ entries, totalCount }: FoundEntries): UserAuditLogs {
  return { logs: entries.map(presentAuditEntry), totalCount };
}
