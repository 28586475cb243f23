/** HTTP codes of failed queries that a screen reports itself. 200 and 204 mean an unreadable response. */
export const READ_FAILURES: readonly number[] = [200, 204, 400, 403, 404];

/** HTTP codes of servers that lack an endpoint. */
export const NO_SUCH_CALL: readonly number[] = [404, 405, 501];

/** HTTP codes of a missing optional endpoint. Some servers send a page for any path. */
export const CALL_IS_MISSING: readonly number[] = [200, 204, 400, 403, ...NO_SUCH_CALL];
