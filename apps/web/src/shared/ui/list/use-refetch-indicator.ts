import type { UseQueryResult } from '@tanstack/react-query';
import { useTrueFor } from '../../lib/use-true-for.ts';

/** What is read again at a glance is not said to be. */
const GLANCE_MS = 150;

/**
 * Whether to show that what is shown is being read: at once where others will take its place, and where it is only read
 * once more after a moment. It stands in the attribute `data-refetching` of what is `dims-on-refetch`, which is dimmed by it
 * (admin.css).
 */
export function useRefetchIndicator({
  data,
  isFetching,
  isPlaceholderData,
}: Pick<UseQueryResult, 'data' | 'isFetching' | 'isPlaceholderData'>): boolean {
  const isReread = isFetching && data !== undefined;
  const isLong = useTrueFor(isReread, GLANCE_MS);
  return isReread && (isLong || isPlaceholderData);
}
