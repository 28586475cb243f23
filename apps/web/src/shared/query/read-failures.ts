/**
 * HTTP codes of failed queries for which a screen shows its own message, including unreadable responses. A missing
 * response, 401, 429 and 5xx have general messages.
 */
export const READ_FAILURES: readonly number[] = [200, 204, 400, 403, 404];

/** HTTP codes of servers that lack an endpoint. */
export const NO_SUCH_CALL: readonly number[] = [404, 405, 501];

/** The same of a read that nobody asked for, such as a preview: an answer of another shape may be a page for everything. */
export const CALL_IS_MISSING: readonly number[] = [200, 204, 400, 403, ...NO_SUCH_CALL];
