import { TRANSACTIONS } from '@halyard/contract/runtime-settings';
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { useRuntimeSettings } from '../domain/product/use-runtime-settings.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { TransactionsPage } from '../features/transactions/transactions-page.tsx';
import {
  parseTransactionsSearch,
  type TransactionsSearch,
} from '../features/transactions/transactions-search.ts';
import type { Prefetch } from './screen-loader.ts';
import { useParsedSearch } from './use-parsed-search.ts';
import { useSearchChange } from './use-search-change.ts';

const route = getRouteApi('/admin/transactions');
const NotFound = lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound');

/** A server that answers only the specification has no transactions. */
export function Transactions() {
  const state = useParsedSearch(route.useSearch(), parseTransactionsSearch);
  const { screens } = useRuntimeSettings();
  if (screens === undefined) {
    return null;
  }
  return screens.includes(TRANSACTIONS) ? <TransactionsScreen state={state} /> : <NotFound />;
}

function TransactionsScreen({ state }: { readonly state: TransactionsSearch }) {
  usePageTitle(SCREEN_HEADINGS['/transactions']);
  const change = useSearchChange('/transactions', state);
  return <TransactionsPage state={state} onChange={change} />;
}

/** Nothing, because a server without transactions must not be asked for them. */
export const prefetch: Prefetch = async () => undefined;
