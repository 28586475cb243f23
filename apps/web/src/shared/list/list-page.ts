import { countIn, fieldsOf } from '../api/answer-fields.ts';

/** One page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** How many rows there are on all pages. */
  readonly totalCount: number;
}

/** The part of an answer that holds a page of a list. @param name of the rows */
export function pageIn(answer: unknown, name: string): Partial<ListPage<unknown>> {
  const fields = fieldsOf(answer);
  const { [name]: rows, pagination, totalCount } = fields;
  const total = countIn(fieldsOf(pagination)['totalCount']) ?? countIn(totalCount);
  return { ...(Array.isArray(rows) && { rows }), ...(total !== null && { totalCount: total }) };
}

/** Whether there is a page of a list in an answer. @param isRow whether a row is one that can be shown */
export function holdsPage(
  answer: unknown,
  name: string,
  isRow: (row: unknown) => boolean = () => true,
): boolean {
  const { rows, totalCount } = pageIn(answer, name);
  return rows?.every(isRow) === true && totalCount !== undefined;
}

/** Reads a page of a list from an answer that {@link holdsPage}. @param rowIn told the row and its place on the page */
export function listPage<Row>(
  answer: unknown,
  name: string,
  rowIn: (row: unknown, place: number) => Row,
): ListPage<Row> {
  const { rows = [], totalCount = 0 } = pageIn(answer, name);
  return { rows: rows.map((row, place) => rowIn(row, place)), totalCount };
}
