import type { Merchant, MerchantDetails, MerchantPage } from '@halyard/contract/merchants';
import type { ListPage } from '../../infra/creation-list/creation-list.ts';
import type { MerchantRow } from './merchant-list.ts';
import type { MerchantDetailsRow } from './merchant-queries.ts';

export function presentMerchantPage({ rows, totalCount }: ListPage<MerchantRow>): MerchantPage {
  return { merchants: rows.map(presentMerchant), totalCount };
}

export function presentMerchantDetails(row: MerchantDetailsRow): MerchantDetails {
  const { paid, pending, expired, cancelled, owner_id: ownerId, creator_email: email } = row;
  return {
    ...presentMerchant(row),
    owner: ownerId === null || email === null ? null : { uuid: ownerId, email },
    orders: { total: paid + pending + expired + cancelled, paid, pending, expired, cancelled },
    revenueUsd: row.revenue_usd,
  };
}

function presentMerchant(row: MerchantRow): Merchant {
  return {
    uuid: row.id,
    name: row.name,
    website: row.website,
    creatorName: row.creator_name,
    creatorEmail: row.creator_email,
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}
