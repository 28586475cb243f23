import type { UseQueryResult } from '@tanstack/react-query';

/** Whether what is shown is being read: once more, or others that will take its place. */
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

/** Classes of what is dimmed meanwhile. What is read once more stays as it is if that is over at a glance. */
export function dimmedWhile(rereading: Rereading): string {
  return `transition-opacity duration-150 ${rereading ? 'opacity-50' : ''} ${rereading === 'again' ? 'delay-150 starting:opacity-100' : ''}`;
}
