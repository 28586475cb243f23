import type { UseQueryResult } from '@tanstack/react-query';
import { useTrueFor } from '../../lib/use-true-for.ts';

/** Shorter background refetches show no indicator. */
const DELAY_MS = 150;

/** Returns whether to show the refetch indicator: at once for a new page, delayed for a background refetch. */
export function useRefetchIndicator({
  data,
  isFetching,
  isPlaceholderData,
}: Pick<UseQueryResult, 'data' | 'isFetching' | 'isPlaceholderData'>): boolean {
  const isRefetching = isFetching && data !== undefined;
  const isLong = useTrueFor(isRefetching, DELAY_MS);
  return isRefetching && (isLong || isPlaceholderData);
}
