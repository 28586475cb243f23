import type { RarePart } from './rare-part.ts';

/** Of three letters or digits in a row the trigram index knows where they are. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** SQL for the records with the text of `$1` in their search text, and how they may be found. */
export interface SearchMatch {
  /** By the trigram index or, where it cannot narrow the search down, without. */
  readonly found: string;
  /** One by one along the list: by `coalesce` the planner takes it to hold for every other record. */
  readonly walked: string;
  readonly hasIndex: boolean;
}

/**
 * @param options.where the condition of the list's scope
 * @param options.rare with SQL of the term as it was typed
 */
export function searchMatch(
  search: string,
  {
    where,
    rare,
  }: { readonly where: string; readonly rare?: (RarePart & { readonly term: string }) | undefined },
): SearchMatch {
  const like = `LIKE '%' || lower($1) || '%'`;
  // With an empty text added to the column, no index knows it.
  const unaided = `(search_text || '') ${like}`;
  const walked = `coalesce(${unaided}, false) AND ${where}`;
  if (!TRIGRAM.test(search)) return { found: `${unaided} AND ${where}`, walked, hasIndex: false };
  const found =
    rare === undefined
      ? `search_text ${like}`
      : `search_text LIKE '%' || substr(lower(${rare.term}), ${rare.start + 1}, ${rare.length}) || '%' AND ${unaided}`;
  return { found: `${found} AND ${where}`, walked, hasIndex: true };
}
