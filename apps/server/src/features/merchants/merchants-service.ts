import type { ListPage } from '../../infra/creation-list/creation-list.ts';
import { readListPage } from '../../infra/creation-list/read-list-page.ts';
import { type ListSearch, searchList } from '../../infra/creation-list/search-list.ts';
import { createSearchMemory } from '../../infra/creation-list/search-memory.ts';
import type { Database } from '../../infra/db/database.ts';
import { MERCHANT_LIST, type MerchantRow } from './merchant-list.ts';

export interface MerchantsService {
  /** One page of merchants, and how many there are beside it; `search` may be empty. */
  readonly list: (query: ListSearch) => Promise<ListPage<MerchantRow>>;
}

export function createMerchantsService({ database }: { readonly database: Database }): MerchantsService {
  const memory = createSearchMemory();
  return {
    list: async (query) =>
      query.search === ''
        ? await readListPage<MerchantRow>(database, MERCHANT_LIST, query)
        : await searchList<MerchantRow>(database, MERCHANT_LIST, memory, query),
  };
}
