import { sql } from 'kysely';

/** Of the counted pieces those of one letter: whatever is missing or there twice has some. */
const ofOneLetter = sql`char_length(piece) = 1`;
const total = sql`'searched in ' || texts || ' ' || state || ' ' || letter`;
const letters = sql`(
  SELECT DISTINCT letter FROM unnest(string_to_array(text, NULL)) AS letter
  WHERE letter <> E'\n'
) AS letters`;

/** In how many records each letter occurs, where pieces were counted. */
export const countedSearchTotals = sql`
  SELECT ${total}, count(*) FROM searched_texts JOIN search_texts USING (texts) CROSS JOIN LATERAL ${letters}
  WHERE counted_at IS NOT NULL GROUP BY texts, state, letter`;

/** The same as it is kept, with what has changed since. */
export const keptSearchTotals = sql`
  SELECT ${total}, sum(records) FROM (
    SELECT texts, state, piece AS letter, records FROM search_pieces WHERE ${ofOneLetter}
    UNION ALL
    SELECT texts, state, letter, search_changes.records
    FROM search_changes JOIN search_texts USING (texts) CROSS JOIN LATERAL ${letters}
    WHERE counted_at IS NOT NULL
  ) AS kept GROUP BY texts, state, letter`;
