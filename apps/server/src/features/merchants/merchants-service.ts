import type { ListPage, LiveListQuery } from '../../infra/creation-list/creation-list.ts';
import { readLivePage } from '../../infra/creation-list/read-list-page.ts';
import type { Database } from '../../infra/db/database.ts';
import { MERCHANT_LIST, type MerchantRow } from './merchant-list.ts';

export interface MerchantsService {
  readonly list: (query: LiveListQuery) => Promise<ListPage<MerchantRow>>;
}

export function createMerchantsService({ database }: { readonly database: Database }): MerchantsService {
  return { list: async (query) => await readLivePage<MerchantRow>(database, MERCHANT_LIST, query) };
}
