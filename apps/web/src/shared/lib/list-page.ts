/** One page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** How many rows there are on all pages. */
  readonly totalCount: number;
}
