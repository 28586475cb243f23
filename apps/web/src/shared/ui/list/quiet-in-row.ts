/** Shows a button's icon only on row hover or focus. A hidden icon would cost as much to paint. */
export const QUIET_IN_ROW =
  'before:hidden focus-visible:before:block group-hover/row:before:block pointer-coarse:before:block';
