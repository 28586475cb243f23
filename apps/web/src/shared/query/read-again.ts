import type { QueryClient } from '@tanstack/react-query';

/** Reads anew all that is shown, but for what never changes. */
export async function readAgain(queries: QueryClient): Promise<void> {
  await queries.refetchQueries({
    type: 'active',
    predicate: ({ observers }) =>
      observers.some(({ options }) => options.staleTime !== Number.POSITIVE_INFINITY),
  });
}
