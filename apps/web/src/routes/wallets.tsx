import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { WalletsPage } from '../features/wallets/wallets-page.tsx';
import { inboundWalletsQuery, outboundWalletsQuery } from '../features/wallets/wallets-queries.ts';
import { parseWalletsSearch } from '../features/wallets/wallets-search.ts';
import { ensureAnswer } from '../shared/query/ensure-answer.ts';
import type { Prefetch } from './screen-loader.ts';
import { useParsedSearch } from './use-parsed-search.ts';
import { useSearchChange } from './use-search-change.ts';

const route = getRouteApi('/admin/wallets');

export function Wallets() {
  usePageTitle(SCREEN_HEADINGS['/wallets']);
  const state = useParsedSearch(route.useSearch(), parseWalletsSearch);
  const change = useSearchChange('/wallets', state);
  return <WalletsPage state={state} onChange={change} />;
}

export const prefetch: Prefetch = (queries, api, search) => {
  const state = parseWalletsSearch(search);
  return state.type === undefined
    ? ensureAnswer(queries, outboundWalletsQuery(api, state))
    : ensureAnswer(queries, inboundWalletsQuery(api, state));
};
