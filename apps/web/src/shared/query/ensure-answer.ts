import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Has an answer under way, again where the one there is may be old. Resolves once there is any to show; a failure is for
 * the part that shows it to say.
 */
export async function ensureAnswer<Answer, Failure, Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<void> {
  const reading = queries.prefetchQuery(query);
  if (queries.getQueryData(query.queryKey) === undefined) {
    await reading;
  }
}
