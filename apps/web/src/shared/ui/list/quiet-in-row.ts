/** Of a button in a table's row that shows only while the row is pointed at or the button has the focus. */
export const QUIET_IN_ROW =
  'opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100';
