/**
 * SQL for the records with the text of `$1` in their search text, and how they may be found. Where the trigram index
 * cannot help, adding an empty text to the column keeps the planner from it.
 */
export interface SearchMatch {
  /** By the trigram index or, where it cannot narrow the search down, without. */
  readonly found: string;
  /** Without the trigram index, in any case. */
  readonly walked: string;
  readonly hasIndex: boolean;
}

/** @param where the condition of the list's scope */
export function searchMatch(search: string, where: string): SearchMatch {
  const matchIn = (text: string) => `${text} LIKE '%' || lower($1) || '%' AND ${where}`;
  const hasIndex = hasTrigram(search);
  const walked = matchIn(`(search_text || '')`);
  return { found: hasIndex ? matchIn('search_text') : walked, walked, hasIndex };
}

/** Without three letters or digits in a row the trigram index would be read whole, which the planner takes to be cheap. */
function hasTrigram(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
}
