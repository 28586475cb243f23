import { countIn, fieldsOf } from '../api/answer-fields.ts';

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Rows on all pages. */
  readonly totalCount: number;
}

/** Returns the rows and total of a response. @param name field with the rows */
export function pageIn(answer: unknown, name: string): Partial<ListPage<unknown>> {
  const fields = fieldsOf(answer);
  const { [name]: rows, pagination, totalCount } = fields;
  const total = countIn(fieldsOf(pagination)['totalCount']) ?? countIn(totalCount);
  return { ...(Array.isArray(rows) && { rows }), ...(total !== null && { totalCount: total }) };
}

/** Whether a response contains a page of a list. @param isRow whether a row can be shown */
export function holdsPage(
  answer: unknown,
  name: string,
  isRow: (row: unknown) => boolean = () => true,
): boolean {
  const { rows, totalCount } = pageIn(answer, name);
  return rows?.every(isRow) === true && totalCount !== undefined;
}

/** Reads a page from a response that {@link holdsPage} accepted. @param rowIn gets the row and its index */
export function listPage<Row>(
  answer: unknown,
  name: string,
  rowIn: (row: unknown, place: number) => Row,
): ListPage<Row> {
  const { rows = [], totalCount = 0 } = pageIn(answer, name);
  return { rows: rows.map((row, place) => rowIn(row, place)), totalCount };
}
