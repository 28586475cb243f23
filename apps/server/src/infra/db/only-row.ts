/** Returns the row of a statement that always returns exactly one, such as an aggregate. @throws Error otherwise */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, but got ${rows.length}`);
  return row;
}
