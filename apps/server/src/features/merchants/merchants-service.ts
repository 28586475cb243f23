import type { ListPage, LiveListQuery } from '../../infra/creation-list/creation-list.ts';
import { readLivePage } from '../../infra/creation-list/read-list-page.ts';
import type { Database } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import { MERCHANT_LIST, type MerchantRow } from './merchant-list.ts';
import { type MerchantDetailsRow, readMerchant } from './merchant-queries.ts';

export interface MerchantsService {
  readonly list: (query: LiveListQuery) => Promise<ListPage<MerchantRow>>;
  /** @throws Problem `not_found` */
  readonly read: (id: string) => Promise<MerchantDetailsRow>;
}

export function createMerchantsService({ database }: { readonly database: Database }): MerchantsService {
  return {
    list: async (query) => await readLivePage<MerchantRow>(database, MERCHANT_LIST, query),
    async read(id) {
      const merchant = await readMerchant(database.reader, id);
      if (merchant === undefined) throw new Problem('not_found', 'Merchant not found');
      return merchant;
    },
  };
}
