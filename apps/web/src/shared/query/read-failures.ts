/**
 * HTTP codes of failed queries that a screen reports itself, including unreadable responses. A missing response, 401,
 * 429 and 5xx have general messages.
 */
export const READ_FAILURES: readonly number[] = [200, 204, 400, 403, 404];

/** HTTP codes of servers that lack an endpoint. */
export const NO_SUCH_CALL: readonly number[] = [404, 405, 501];

/**
 * The same for optional queries, such as previews. Unreadable responses count too: a server may send a page for any
 * path.
 */
export const CALL_IS_MISSING: readonly number[] = [200, 204, 400, 403, ...NO_SUCH_CALL];
