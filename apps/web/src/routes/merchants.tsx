import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { hasAddedFilters } from '../features/merchants/added-filters.ts';
import { MerchantsPage } from '../features/merchants/merchants-page.tsx';
import { merchantsQuery } from '../features/merchants/merchants-queries.ts';
import { parseMerchantsSearch } from '../features/merchants/merchants-search.ts';
import { ensureAnswer } from '../shared/query/ensure-answer.ts';
import type { Prefetch } from './screen-loader.ts';
import { useSearchChange } from './use-search-change.ts';

const route = getRouteApi('/admin/merchants');

export function Merchants() {
  usePageTitle(SCREEN_HEADINGS['/merchants']);
  const state = route.useSearch();
  const change = useSearchChange('/merchants', state);
  return <MerchantsPage state={state} onChange={change} />;
}

export const prefetch: Prefetch = async (queries, api, search) => {
  const state = parseMerchantsSearch(search);
  return hasAddedFilters(state) ? undefined : await ensureAnswer(queries, merchantsQuery(api, state));
};
