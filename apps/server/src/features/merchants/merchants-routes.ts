import { listMerchants } from '@halyard/contract/merchants';
import type { Mount } from '../../http/mount.ts';
import { presentMerchantPage } from './merchants-presenter.ts';
import type { MerchantsService } from './merchants-service.ts';

export function mountMerchants(mount: Mount, merchants: MerchantsService): void {
  mount(listMerchants, async ({ query }) => presentMerchantPage(await merchants.list(query)));
}
