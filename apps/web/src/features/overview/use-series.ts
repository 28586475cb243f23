import { REVENUE } from '@halyard/contract/runtime-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { seriesIsMissingWhen, seriesQuery } from './overview-queries.ts';
import type { ShownSeries } from './series-labels.ts';

export type SeriesView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'failed';
      readonly error: Error;
      readonly isRetrying: boolean;
      readonly retry: () => void;
    }
  | { readonly kind: 'known'; readonly series: ShownSeries; readonly isStale: boolean };

export function useSeries(state: DashboardSearch): SeriesView {
  const queries = useQueryClient();
  const { screens } = useRuntimeSettings();
  const hasCustomDays = screens?.includes(REVENUE) !== false;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    seriesQuery(useApi(), hasCustomDays ? state : { range: state.range }),
  );
  if (data) {
    return { kind: 'known', series: data, isStale: isPlaceholderData };
  }
  if (!error) {
    return { kind: 'loading' };
  }
  if (error instanceof ApiError && seriesIsMissingWhen(queries).includes(error.httpStatus)) {
    return { kind: 'missing' };
  }
  return { kind: 'failed', error, isRetrying: isFetching, retry: () => void refetch() };
}
