/** Longer than the server's own statement_timeout, so that it fires only when the server is out of reach. */
export const ANSWER_WITHIN_MS = 8_000;
/** The same for a transaction that reads everything. */
export const LONG_ANSWER_WITHIN_MS = 3_600_000;
/** Until the transaction's end. The server ends a statement before the client gives its connection up. */
export const ALLOW_LONG_STATEMENTS = `SET LOCAL statement_timeout = ${LONG_ANSWER_WITHIN_MS - 3_000}`;
