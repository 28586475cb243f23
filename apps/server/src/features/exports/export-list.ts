export interface ExportList {
  /** Table, or a subquery with an alias, that has `created_at`. */
  readonly table: string;
  /** SQL expression for each column of the file, based on the row `listed`. */
  readonly cells: Readonly<Record<string, string>>;
  /** SQL joins of further tables that the cells read. */
  readonly join: string;
  /** SQL condition of the list, which has an index. */
  readonly scope: string;
  /** SQL condition of the search; undefined without a search. */
  readonly match: string | undefined;
  /** Parameters of `scope` and `match`, from `$1` on. */
  readonly values: readonly unknown[];
  /** Column with a uuid, which orders rows of the same time. `id` by default. */
  readonly key?: 'uuid';
}
