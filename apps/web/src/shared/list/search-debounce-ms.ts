/** So long after the last change a search runs that waits for no Enter: the merchants' by the specification's section 9. */
export const SEARCH_DEBOUNCE_MS = 300;
