import { PAGE_SIZE } from '@halyard/contract/constants';
import type { RequestOptions } from '../api/api-client.ts';
import { READ_FAILURES } from '../query/read-failures.ts';
import { holdsPage, type ListPage, listPage } from './list-page.ts';

interface PageParts<Answer, Row> {
  /** Response field with the rows. */
  readonly name: keyof Answer & string;
  readonly rowIn: (row: unknown, place: number) => Row;
  readonly isRow?: (row: unknown) => boolean;
  /** For lists whose failure has no message in the specification. */
  readonly failureText?: string;
}

/** Returns the API's parameters for a page, counted from 1. */
export function rowsOfPage(page: number): { readonly limit: number; readonly offset: number } {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

/** Loads a page of a list. The caller reports failures. @throws ApiError, also if the response has no such page */
export async function readPage<Answer, Row>(
  request: (options: RequestOptions) => Promise<Answer>,
  { name, rowIn, isRow, failureText }: PageParts<Answer, Row>,
): Promise<ListPage<Row>> {
  const answer = await request({
    ...(failureText === undefined ? { ownMessageFor: READ_FAILURES } : { failureText }),
    accepts: (body) => holdsPage(body, name, isRow),
  });
  return listPage(answer, name, rowIn);
}
