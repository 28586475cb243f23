import type { UseQueryResult } from '@tanstack/react-query';
import { useTrueFor } from '../../lib/use-true-for.ts';

/** Shorter background refetches show no indicator. */
const DELAY_MS = 150;

/**
 * Returns whether to show the refetch indicator: immediately for a new page, after 150 ms for a background refetch.
 * Set `data-refetching` on an element with the class `dims-on-refetch` (admin.css) to dim it.
 */
export function useRefetchIndicator({
  data,
  isFetching,
  isPlaceholderData,
}: Pick<UseQueryResult, 'data' | 'isFetching' | 'isPlaceholderData'>): boolean {
  const isReread = isFetching && data !== undefined;
  const isLong = useTrueFor(isReread, DELAY_MS);
  return isReread && (isLong || isPlaceholderData);
}
