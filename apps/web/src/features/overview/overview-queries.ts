import type { Series, SeriesPeriod, SeriesPoint, SeriesRange } from '@halyard/contract/overview';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { twoFactorStatusQuery } from '../../domain/two-factor/two-factor-status-query.ts';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { CALL_IS_MISSING, READ_FAILURES } from '../../shared/query/read-failures.ts';
import { isOverview, overviewIn } from './overview-in.ts';

const SERIES_KEY = 'overview-series';

const POINT_COUNTS = ['paidOrders', 'newUsers', 'newMerchants', 'auditEntries'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function overviewQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) =>
      api.get('/analytics/overview', { signal, ownMessageFor: READ_FAILURES, accepts: isOverview }),
    select: overviewIn,
    meta: { failureToast: { title: 'Failed to load dashboard' } },
  });
}

/** The figures over time: an addition to what the dashboard must show, which other servers need not have. */
export function seriesQuery(api: ApiClient, range: SeriesRange) {
  return queryOptions({
    queryKey: [SERIES_KEY, range],
    queryFn: ({ signal, client }) =>
      api.get('/analytics/series', {
        query: { range },
        signal,
        missingWhen: seriesIsMissingWhen(client),
        accepts: isSeries,
      }),
    placeholderData: keepPreviousData,
  });
}

/** What servers without the figures over time answer: some of them 500, which of one that told any is a failure. */
export function seriesIsMissingWhen(client: QueryClient): readonly number[] {
  const read = client.getQueriesData({ queryKey: [SERIES_KEY] }).some(([, series]) => series !== undefined);
  return read ? CALL_IS_MISSING : [...CALL_IS_MISSING, 500];
}

/** How many backup codes are left; that it cannot be told is nothing to worry the dashboard with. */
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
