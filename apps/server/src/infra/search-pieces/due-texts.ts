/** So many changes are looked through in no time. */
const CHANGES_MIN = 1_000;
/** Counting reads all texts: it waits until one in so many has changed. */
const RECORDS_A_CHANGE = 1_000;

/** SQL of the texts whose pieces were never counted, or have changed so much that they are to be counted again. */
export const DUE_TEXTS = `
  SELECT texts FROM search_texts WHERE counted_at IS NULL
    OR (SELECT count(*) FROM search_changes WHERE search_changes.texts = search_texts.texts)
      >= greatest(${CHANGES_MIN}, records / ${RECORDS_A_CHANGE})
    ORDER BY texts`;
