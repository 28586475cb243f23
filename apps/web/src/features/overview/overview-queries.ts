import type { Overview } from '@halyard/contract/overview';
import { queryOptions } from '@tanstack/react-query';
import { twoFactorStatusQuery } from '../../domain/two-factor/two-factor-status-query.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';

export function overviewQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) =>
      api.get<Overview>('/analytics/overview', { signal, ownMessageFor: READ_FAILURES, accepts: isOverview }),
    meta: { failureToast: { title: 'Failed to load dashboard' } },
  });
}

/** How many backup codes are left; that it cannot be told is nothing to worry the dashboard with. */
export function backupCodesQuery(api: ApiClient) {
  return queryOptions({
    ...twoFactorStatusQuery(api),
    select: (status) => status.backupCodesRemaining,
  });
}

function isOverview(body: unknown): boolean {
  const { revenue, orders, platform, recentActivity } = (body ?? {}) as Partial<Overview>;
  return typeof revenue?.totalUsd === 'string' && Boolean(orders && platform && recentActivity);
}
