import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { AuditLogsPage } from '../features/audit-logs/audit-logs-page.tsx';
import { readAuditLogs } from '../features/audit-logs/audit-logs-queries.ts';
import { parseAuditLogsSearch } from '../features/audit-logs/audit-logs-search.ts';
import { hasLinkedFilters } from '../features/audit-logs/filters-in-use.ts';
import { withFeedChoice } from '../features/audit-logs/platform-feed-choice.ts';
import type { Prefetch } from './screen-loader.ts';
import { useParsedSearch } from './use-parsed-search.ts';
import { useSearchChange } from './use-search-change.ts';

const route = getRouteApi('/admin/audit-logs');

export function AuditLogs() {
  usePageTitle(SCREEN_HEADINGS['/audit-logs']);
  const state = useParsedSearch(route.useSearch(), parseAuditLogsSearch);
  const change = useSearchChange('/audit-logs', state);
  return <AuditLogsPage state={state} onChange={change} />;
}

export const prefetch: Prefetch = async (queries, api, search) => {
  const state = parseAuditLogsSearch(search);
  // A server may not have these filters.
  return hasLinkedFilters(state) ? undefined : await readAuditLogs(queries, api, withFeedChoice(state));
};
