/** Exceeds the server's statement_timeout, so that it fires only if the server is unreachable. */
export const ANSWER_WITHIN_MS = 6_500;
/** Limit for transactions with long statements. */
export const LONG_ANSWER_WITHIN_MS = 3_600_000;
/** Applies until the end of the transaction. The server cancels a statement before the client closes its connection. */
export const ALLOW_LONG_STATEMENTS = `SET LOCAL statement_timeout = ${LONG_ANSWER_WITHIN_MS - 3_000}`;
