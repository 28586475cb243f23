import { escapeLike } from '../db/like-pattern.ts';
import { SHORT_PIECE } from './count-pieces.ts';

/** Texts whose pieces are counted, and the states of records that are looked through. */
export interface SearchedTexts {
  /** In `search_texts`. */
  readonly texts: string;
  readonly states: readonly string[];
  /** A term is looked for as it is, not in any case. */
  readonly inTheirCase?: true;
}

/** What the counted pieces tell of a term, for one kind of texts; exact in the snapshot that it is read in. */
export interface PieceTotal {
  /** Whether pieces of these texts were counted at all. */
  readonly counted: boolean;
  /** How many records have the term in their text; null where only looking for it can tell. */
  readonly total: number | null;
  /** In how many records each three letters of the term occurred when they were counted, in their order. */
  readonly gram_records: readonly number[];
}

/** Whether pieces can be compared with a term: they are counted by UTF-16 code units, and within lines. */
export function isCountable(term: string): boolean {
  return !/[\n\u{10000}-\u{10ffff}]/u.test(term);
}

/**
 * SQL of a row as `PieceTotal` for each kind of texts. Short pieces are counted all, so a term is known to occur
 * nowhere where a short piece of it does not. Its values are those of `pieceValues`.
 */
export function pieceTotals(searched: readonly SearchedTexts[]): string {
  return searched.map(totalOf).join(' UNION ALL ');
}

/** The term, the same as a pattern of LIKE, and the places in it where three characters begin, from 1. */
export function pieceValues(term: string): readonly [string, string, readonly number[]] {
  return [term, escapeLike(term), Array.from([...term].slice(SHORT_PIECE - 1), (_, index) => index + 1)];
}

function totalOf({ texts, states, inTheirCase }: SearchedTexts): string {
  const [term, pattern] = inTheirCase ? ['$1', '$2'] : ['lower($1)', 'lower($2)'];
  const counted = (piece: string) =>
    `SELECT sum(records) FROM search_pieces WHERE texts = '${texts}' AND piece = ${piece}`;
  const ofStates = `state IN (${states.map((state) => `'${state}'`).join()})`;
  return `
    SELECT counted_at IS NOT NULL AS counted, gram_records,
      CASE WHEN counted_at IS NOT NULL
        AND (char_length(${term}) <= ${SHORT_PIECE} OR 0 = ANY (gram_records) OR EXISTS (${counted(term)} HAVING count(*) > 0))
      THEN (
        coalesce((${counted(term)} AND ${ofStates}), 0) + (
          SELECT coalesce(sum(records), 0) FROM search_changes
          WHERE texts = '${texts}' AND ${ofStates} AND text LIKE '%' || ${pattern} || '%'
        )
      )::bigint END AS total
    FROM search_texts, LATERAL (
      SELECT ARRAY(
        SELECT coalesce((${counted(`substr(${term}, place, ${SHORT_PIECE})`)}), 0)::integer
        FROM unnest($3::integer[]) AS place WHERE place + ${SHORT_PIECE - 1} <= char_length(${term}) ORDER BY place
      ) AS gram_records OFFSET 0
    ) AS grams
    WHERE texts = '${texts}'`;
}
