/** So many changes are looked through in no time. */
const CHANGES_MAX = 1_000;

/**
 * SQL of the kinds of text whose pieces were never counted, or changed much since, or a day ago. After a count that did
 * not end there is a pause. In an encoding but UTF-8 characters are not what is counted.
 */
export const DUE_KINDS = `
  SELECT kind FROM search_kinds
  WHERE search_letters() IS NOT NULL
    AND (tried_at IS NULL OR tried_at <= counted_at OR tried_at < now() - interval '10 minutes')
    AND (
      letters IS DISTINCT FROM search_letters()
      OR EXISTS (SELECT FROM search_changes AS changes WHERE changes.kind = search_kinds.kind OFFSET ${CHANGES_MAX - 1})
      OR EXISTS (
        SELECT FROM search_changes AS changes
        WHERE changes.kind = search_kinds.kind AND noted_at < now() - interval '1 day'
      )
    )
  ORDER BY kind`;
