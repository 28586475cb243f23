/** Delay before a search runs while typing (specification, section 9, for merchants). */
export const SEARCH_DEBOUNCE_MS = 300;
