import type { QueryClient } from '@tanstack/react-query';

/** Refetches all visible data, except loaded data that never changes. */
export async function refetchVisible(queries: QueryClient): Promise<void> {
  await queries.refetchQueries({
    type: 'active',
    predicate: ({ observers, state }) =>
      state.data === undefined ||
      observers.some(({ options }) => options.staleTime !== Number.POSITIVE_INFINITY),
  });
}
