/**
 * Shows an icon button only while its row is hovered or the button has the focus. Until then its icon is not rendered
 * at all, because a hidden icon in every row costs as much to paint as a visible one.
 */
export const QUIET_IN_ROW =
  'before:hidden focus-visible:before:block group-hover/row:before:block pointer-coarse:before:block';
