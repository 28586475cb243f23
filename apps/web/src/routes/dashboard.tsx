import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { parseDashboardSearch } from '../features/overview/dashboard-search.ts';
import { OverviewPage } from '../features/overview/overview-page.tsx';
import { backupCodesQuery, overviewQuery, seriesQuery } from '../features/overview/overview-queries.ts';
import { ensureAnswer } from '../shared/query/ensure-answer.ts';
import type { Prefetch } from './screen-loader.ts';
import { useSearchChange } from './use-search-change.ts';

const route = getRouteApi('/admin/dashboard');

export function Dashboard() {
  usePageTitle(SCREEN_HEADINGS['/dashboard']);
  const state = route.useSearch();
  const change = useSearchChange('/dashboard', state);
  return <OverviewPage state={state} onChange={change} />;
}

export const prefetch: Prefetch = (queries, api, search) =>
  Promise.all([
    ensureAnswer(queries, overviewQuery(api)),
    ensureAnswer(queries, backupCodesQuery(api)),
    ensureAnswer(queries, seriesQuery(api, parseDashboardSearch(search))),
  ]);
