import { listMerchants, readMerchant } from '@halyard/contract/merchants';
import type { Mount } from '../../http/mount.ts';
import { presentMerchantDetails, presentMerchantPage } from './merchants-presenter.ts';
import type { MerchantsService } from './merchants-service.ts';

export function mountMerchants(mount: Mount, merchants: MerchantsService): void {
  mount(listMerchants, async ({ query }) => presentMerchantPage(await merchants.list(query)));

  mount(readMerchant, async ({ params }) => presentMerchantDetails(await merchants.read(params.id)));
}
