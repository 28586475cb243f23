import type { Series, SeriesRange } from '@halyard/contract/overview';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { seriesIsMissingWhen, seriesQuery } from './overview-queries.ts';

export type SeriesView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'failed';
      readonly error: Error;
      readonly isRetrying: boolean;
      readonly retry: () => void;
    }
  | { readonly kind: 'known'; readonly series: Series; readonly isStale: boolean };

export function useSeries(range: SeriesRange): SeriesView {
  const queries = useQueryClient();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(seriesQuery(useApi(), range));
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
