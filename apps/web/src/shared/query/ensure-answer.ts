import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** Fetches a query that has no cached result. The component that shows it refetches it and reports failures. */
export async function ensureAnswer<Answer, Failure, Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<void> {
  if (queries.getQueryData(query.queryKey) === undefined) {
    await queries.prefetchQuery(query);
  }
}
