import { escapeLike } from '../db/like-pattern.ts';
import { SHORT_PIECE } from './count-pieces.ts';

/** Beyond so many changes, which is when nobody has counted for long, looking for hits takes no longer. */
export const USEFUL_CHANGES_MAX = 50_000;

/** A kind of text whose pieces are counted, and the states of its records that are looked through. */
export interface SearchedKind {
  /** In `search_kinds`. */
  readonly kind: string;
  readonly states: readonly string[];
  /** A term is looked for as it is, not in any case. */
  readonly inItsCase?: true;
}

/** What the counted pieces tell of a term, for one kind of text; exact in the snapshot that it is read in. */
export interface PieceTotal {
  /** Whether pieces of this kind were counted at all. */
  readonly counted: boolean;
  /** How many records have the term in their text; null where only looking for it can tell. */
  readonly total: number | null;
  /** In how many records each three characters of the term occurred when they were counted, in their order. */
  readonly gram_records: readonly number[];
}

/**
 * Whether pieces can be compared with a term: they are counted within lines, and by UTF-16 code units, which are
 * characters where none lies beyond the first 65,536.
 */
export function isCountable(term: string): boolean {
  return !/[\n\u{10000}-\u{10ffff}]/u.test(term);
}

/**
 * SQL of a row as `PieceTotal` for each kind, in their order. Short pieces are counted all, so a term is known to occur
 * nowhere where a short piece of it does not. Its values are those of `pieceValues`.
 */
export function pieceTotals(searched: readonly SearchedKind[]): string {
  return searched
    .map((kind, order) => `SELECT ${order} AS kind_order, * FROM (${totalOf(kind)}) AS kind`)
    .join(' UNION ALL ');
}

/** The term, the same as a pattern of LIKE, and the characters of it from which three follow each other, from 1. */
export function pieceValues(term: string): readonly [string, string, readonly number[]] {
  return [term, escapeLike(term), Array.from([...term].slice(SHORT_PIECE - 1), (_, index) => index + 1)];
}

function totalOf({ kind, states, inItsCase }: SearchedKind): string {
  const [term, pattern] = inItsCase ? ['$1', '$2'] : ['lower($1)', 'lower($2)'];
  const counted = (piece: string) =>
    `SELECT sum(records) FROM search_pieces WHERE kind = '${kind}' AND piece = ${piece}`;
  const ofStates = `state IN (${states.map((state) => `'${state}'`).join()})`;
  return `
    SELECT counted, gram_records,
      CASE WHEN counted AND changes <= ${USEFUL_CHANGES_MAX}
        AND (char_length(${term}) <= ${SHORT_PIECE} OR 0 = ANY (gram_records) OR EXISTS (${counted(term)} HAVING count(*) > 0))
      THEN (coalesce((${counted(term)} AND ${ofStates}), 0) + changed)::bigint END AS total
    FROM (
      SELECT coalesce(letters = search_letters(), false) AS counted
      FROM search_kinds WHERE kind = '${kind}'
    ) AS state, LATERAL (
      SELECT ARRAY(
        SELECT coalesce((${counted(`substr(${term}, place, ${SHORT_PIECE})`)}), 0)::integer
        FROM unnest($3::integer[]) AS place WHERE place + ${SHORT_PIECE - 1} <= char_length(${term}) ORDER BY place
      ) AS gram_records OFFSET 0
    ) AS grams, LATERAL (
      SELECT count(*) AS changes,
        coalesce(sum(records) FILTER (WHERE ${ofStates} AND text LIKE '%' || ${pattern} || '%'), 0) AS changed
      FROM (SELECT * FROM search_changes WHERE counted AND kind = '${kind}' LIMIT ${USEFUL_CHANGES_MAX + 1}) AS noted
    ) AS since`;
}
