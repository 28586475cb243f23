import { PAGE_SIZE } from '@halyard/contract/constants';
import type { ApiClient, RequestOptions } from '../api/api-client.ts';
import { READ_FAILURES } from '../query/read-failures.ts';
import { holdsPage, type ListPage, listPage } from './list-page.ts';

interface PageParts<Row> extends Pick<RequestOptions, 'query' | 'signal'> {
  /** The rows' name in the answer. */
  readonly name: string;
  /** Told the row and its place on the page. */
  readonly rowIn: (row: unknown, place: number) => Row;
  /** Whether a row is one that can be shown. */
  readonly isRow?: (row: unknown) => boolean;
}

/** Which rows a page has, as the API takes it. @param page counted from 1 */
export function rowsOfPage(page: number): { readonly limit: number; readonly offset: number } {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

/**
 * Reads a page of a list; a screen's own message stands in for failures that have no general one.
 * @throws {ApiError} as every call of the API does, and where the answer holds no such page
 */
export async function readPage<Row>(
  api: ApiClient,
  path: string,
  { name, rowIn, isRow, ...request }: PageParts<Row>,
): Promise<ListPage<Row>> {
  const answer = await api.get<unknown>(path, {
    ...request,
    ownMessageFor: READ_FAILURES,
    accepts: (body) => holdsPage(body, name, isRow),
  });
  return listPage(answer, name, rowIn);
}
