import { listOrders, readOrder } from '@halyard/contract/admin-orders';
import type { Mount } from '../../http/mount.ts';
import type { ExplorerUrls } from '../../infra/chain/explorer-links.ts';
import { presentOrderDetails, presentOrderPage } from './orders-presenter.ts';
import type { OrdersService } from './orders-service.ts';

export function mountOrders(
  mount: Mount,
  { orders, explorers }: { readonly orders: OrdersService; readonly explorers: ExplorerUrls },
): void {
  mount(listOrders, async ({ query }) => presentOrderPage(await orders.list(query)));

  mount(readOrder, async ({ params }) => presentOrderDetails(await orders.read(params.id), explorers));
}
