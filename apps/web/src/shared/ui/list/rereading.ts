import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether what is shown is being read: once more, or others that will take its place. It stands in the attribute
 * `data-rereading` of what is `rereadable`, which is dimmed by it (admin.css).
 */
export type Rereading = 'again' | 'others' | undefined;

export function rereadingOf({
  data,
  isFetching,
  isPlaceholderData,
}: Pick<UseQueryResult, 'data' | 'isFetching' | 'isPlaceholderData'>): Rereading {
  if (!isFetching || data === undefined) {
    return undefined;
  }
  return isPlaceholderData ? 'others' : 'again';
}
