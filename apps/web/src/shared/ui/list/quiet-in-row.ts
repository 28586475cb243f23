/**
 * Of a button with a drawn sign in a table's row: the sign is there only while the row is pointed at or the button has
 * the focus. Not drawn at all until then, for what is drawn unseen, row by row, takes as long as what is seen.
 */
export const QUIET_IN_ROW =
  'before:hidden focus-visible:before:block group-hover/row:before:block pointer-coarse:before:block';
