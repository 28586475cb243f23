import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads an answer where there is none to show; what shows one that may be old reads it again. Resolves once there is any;
 * a failure is for the part that shows it to say.
 */
export async function ensureAnswer<Answer, Failure, Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<void> {
  if (queries.getQueryData(query.queryKey) === undefined) {
    await queries.prefetchQuery(query);
  }
}
