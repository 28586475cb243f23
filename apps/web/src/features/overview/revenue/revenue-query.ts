import type { Revenue } from '@halyard/contract/overview';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fieldsOf, visibleTextIn } from '../../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../../shared/api/api-client.ts';
import { READ_FAILURES } from '../../../shared/query/read-failures.ts';
import type { RevenueParameters } from './revenue-period.ts';

export interface RevenueAnswer {
  /** The request's parameters, which name the period. */
  readonly parameters: RevenueParameters;
  readonly revenue: Revenue;
}

export function revenueQuery(api: ApiClient, parameters: RevenueParameters | undefined) {
  return queryOptions({
    queryKey: ['overview-revenue', parameters],
    queryFn: async ({ signal }): Promise<RevenueAnswer | null> =>
      parameters === undefined
        ? null
        : {
            parameters,
            revenue: await api.get('/analytics/revenue', {
              query: parameters,
              signal,
              ownMessageFor: READ_FAILURES,
              accepts: isRevenue,
            }),
          },
    enabled: parameters !== undefined,
    placeholderData: keepPreviousData,
  });
}

function isRevenue(body: unknown): boolean {
  const { from, to, previous, byNetwork, byCurrency, topMerchants } = fieldsOf<Revenue>(body);
  return (
    typeof from === 'string' &&
    typeof to === 'string' &&
    hasFigures(body) &&
    (previous === null || hasFigures(previous)) &&
    [byNetwork, byCurrency, topMerchants].every((list) => Array.isArray(list) && list.every(hasFigures))
  );
}

function hasFigures(value: unknown): boolean {
  const { revenueUsd, orders } = fieldsOf<Pick<Revenue, 'revenueUsd' | 'orders'>>(value);
  return typeof revenueUsd === 'string' && typeof orders === 'number';
}

/** Returns a merchant's name as it is shown. */
export function merchantName({ name, uuid }: Revenue['topMerchants'][number]): string {
  return visibleTextIn(name) ?? uuid;
}
