import { sql } from 'kysely';

/**
 * Ends a LATERAL query, so that PostgreSQL runs it once per outer row through an index. Without it, the planner may
 * scan the whole log.
 */
export const EACH_BY_INDEX = sql`OFFSET 0`;
