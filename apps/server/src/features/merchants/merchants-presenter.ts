import type { Merchant, MerchantPage } from '@halyard/contract/merchants';
import type { ListPage } from '../../infra/creation-list/creation-list.ts';
import type { MerchantRow } from './merchant-list.ts';

export function presentMerchantPage({ rows, totalCount }: ListPage<MerchantRow>): MerchantPage {
  return { merchants: rows.map(presentMerchant), totalCount };
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
