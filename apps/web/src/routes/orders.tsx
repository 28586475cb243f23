import { ORDERS } from '@halyard/contract/runtime-settings';
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { useRuntimeSettings } from '../domain/product/use-runtime-settings.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { OrdersPage } from '../features/orders/orders-page.tsx';
import { type OrdersScreenSearch, parseOrdersScreenSearch } from '../features/orders/orders-search.ts';
import type { Prefetch } from './screen-loader.ts';
import { useParsedSearch } from './use-parsed-search.ts';
import { useSearchChange } from './use-search-change.ts';

const route = getRouteApi('/admin/orders');
const NotFound = lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound');

/** A server that answers only the specification has no orders. */
export function Orders() {
  const state = useParsedSearch(route.useSearch(), parseOrdersScreenSearch);
  const { screens } = useRuntimeSettings();
  if (screens === undefined) {
    return null;
  }
  return screens.includes(ORDERS) ? <OrdersScreen state={state} /> : <NotFound />;
}

function OrdersScreen({ state }: { readonly state: OrdersScreenSearch }) {
  usePageTitle(SCREEN_HEADINGS['/orders']);
  const change = useSearchChange('/orders', state);
  return <OrdersPage state={state} onChange={change} />;
}

/** Nothing, because a server without orders must not be asked for them. */
export const prefetch: Prefetch = async () => undefined;
