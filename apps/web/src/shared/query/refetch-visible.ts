import type { QueryClient } from '@tanstack/react-query';

/** Refetches all visible data except data that never changes. */
export async function refetchVisible(queries: QueryClient): Promise<void> {
  await queries.refetchQueries({
    type: 'active',
    predicate: ({ observers }) =>
      observers.some(({ options }) => options.staleTime !== Number.POSITIVE_INFINITY),
  });
}
