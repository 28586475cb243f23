import { createLiveListReader, type ReadLiveList } from '../../infra/creation-list/live-list-reader.ts';
import type { Database } from '../../infra/db/database.ts';
import { MERCHANT_LIST, type MerchantRow } from './merchant-list.ts';

export interface MerchantsService {
  readonly list: ReadLiveList<MerchantRow>;
}

export function createMerchantsService({ database }: { readonly database: Database }): MerchantsService {
  return { list: createLiveListReader<MerchantRow>(database, MERCHANT_LIST) };
}
