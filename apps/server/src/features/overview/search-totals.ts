import { sql } from 'kysely';

/** Of the counted pieces those of one letter: whatever is missing or there twice has some. */
const ofOneLetter = sql`char_length(piece) = 1`;
const isCounted = sql`letters = search_letters()`;
const total = sql`'searched in ' || kind || ' ' || state || ' ' || letter`;
const eachLetter = sql`(
  SELECT DISTINCT letter FROM unnest(string_to_array(text, NULL)) AS letter
  WHERE letter <> E'\n'
) AS each_letter`;

/** In how many records each letter occurs, where pieces were counted. */
export const countedSearchTotals = sql`
  SELECT ${total}, count(*) FROM searched_texts JOIN search_kinds USING (kind) CROSS JOIN LATERAL ${eachLetter}
  WHERE ${isCounted} GROUP BY kind, state, letter`;

/** The same as it is kept, with what has changed since. */
export const keptSearchTotals = sql`
  SELECT ${total}, sum(records) FROM (
    SELECT kind, state, piece AS letter, records FROM search_pieces JOIN search_kinds USING (kind)
    WHERE ${ofOneLetter} AND ${isCounted}
    UNION ALL
    SELECT kind, state, letter, search_changes.records
    FROM search_changes JOIN search_kinds USING (kind) CROSS JOIN LATERAL ${eachLetter}
    WHERE ${isCounted}
  ) AS kept GROUP BY kind, state, letter`;
