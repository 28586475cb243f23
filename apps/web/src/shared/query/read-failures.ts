/**
 * The HTTP codes of a failed read for which a screen's own message stands in: an answer that could not be
 * read counts as one too. No answer, 401, 429 and 5xx have general messages of their own.
 */
export const READ_FAILURES: readonly number[] = [200, 204, 400, 403, 404];

/** What servers answer to a call that they do not have. */
export const NO_SUCH_CALL: readonly number[] = [404, 405, 501];

/** The same of a read that nobody asked for, such as a preview: an answer of another shape may be a page for everything. */
export const CALL_IS_MISSING: readonly number[] = [200, 204, 400, 403, ...NO_SUCH_CALL];
