import { sql } from 'kysely';

/**
 * At the end of a LATERAL query: PostgreSQL runs it for each row before it, by an index. Else it may take all that any
 * row asks for at once, which is as long as the log.
 */
export const EACH_BY_INDEX = sql`OFFSET 0`;
