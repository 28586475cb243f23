import type { Series, SeriesPeriod, SeriesPoint, SeriesRange } from '@halyard/contract/overview';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { twoFactorStatusQuery } from '../../domain/two-factor/two-factor-status-query.ts';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { CALL_IS_MISSING, READ_FAILURES } from '../../shared/query/read-failures.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { isOverview, parseOverview } from './parse-overview.ts';
import { RANGE_LABELS, type ShownSeries } from './series-labels.ts';

const SERIES_KEY = 'overview-series';

const POINT_COUNTS = ['paidOrders', 'newUsers', 'newMerchants', 'auditEntries'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function overviewQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) =>
      api.get('/analytics/overview', { signal, ownMessageFor: READ_FAILURES, accepts: isOverview }),
    select: parseOverview,
    meta: { failureToast: { title: 'Failed to load dashboard' } },
  });
}

/** Fetches the trends, which some servers lack, over custom days if they are valid, or else over the range. */
export function seriesQuery(api: ApiClient, state: DashboardSearch) {
  const { period, from, to } = state;
  const range: SeriesRange = state.range ?? '30d';
  const days = period === 'custom' ? { from, to } : undefined;
  return queryOptions({
    queryKey: [SERIES_KEY, range, days],
    queryFn: async ({ signal, client }): Promise<ShownSeries> => {
      const custom = days && (await import('./revenue/revenue-period.ts')).customSeries(days);
      const series = await api.get('/analytics/series', {
        query: custom?.query ?? { range },
        signal,
        missingWhen: seriesIsMissingWhen(client),
        accepts: isSeries,
      });
      return {
        ...series,
        range: custom ? undefined : range,
        labels: custom?.labelsOf(series.step) ?? RANGE_LABELS[range],
      };
    },
    placeholderData: keepPreviousData,
  });
}

/** Returns the status codes that mean "no trends". A 500 does not count once the server has returned trends. */
export function seriesIsMissingWhen(client: QueryClient): readonly number[] {
  const hasTrends = client
    .getQueriesData({ queryKey: [SERIES_KEY] })
    .some(([, series]) => series !== undefined);
  return hasTrends ? CALL_IS_MISSING : [...CALL_IS_MISSING, 500];
}

/** Shows no error on failure. */
export function backupCodesQuery(api: ApiClient) {
  return queryOptions({
    ...twoFactorStatusQuery(api, { unasked: true }),
    select: (status) => status.backupCodesRemaining,
  });
}

function isSeries(body: unknown): boolean {
  const { step, points, period, before } = fieldsOf<Series>(body);
  return (
    (step === 'day' || step === 'month') &&
    Array.isArray(points) &&
    points.length > 0 &&
    points.every(isPoint) &&
    isPeriod(period) &&
    (before === null || isPeriod(before))
  );
}

function isPoint(point: unknown): boolean {
  const { start, revenueUsd, ...rest } = fieldsOf<SeriesPoint>(point);
  return (
    typeof start === 'string' &&
    DAY.test(start) &&
    typeof revenueUsd === 'string' &&
    POINT_COUNTS.every((count) => typeof rest[count] === 'number')
  );
}

function isPeriod(period: unknown): boolean {
  const { revenueUsd, paidOrders, newUsers, newMerchants } = fieldsOf<SeriesPeriod>(period);
  return (
    typeof revenueUsd === 'string' &&
    [paidOrders, newUsers, newMerchants].every((count) => typeof count === 'number')
  );
}
