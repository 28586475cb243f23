import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches a query that has no cached result; the component that shows a stale one refetches it. Resolves once there is
 * a result. The component that shows it reports a failure.
 */
export async function ensureAnswer<Answer, Failure, Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<void> {
  if (queries.getQueryData(query.queryKey) === undefined) {
    await queries.prefetchQuery(query);
  }
}
