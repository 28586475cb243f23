import type { ClientBase } from 'pg';
import { USEFUL_CHANGES_MAX } from './piece-totals.ts';

/**
 * SQL of the kind `$1` where its changes help no search: what they changed was never counted, or in other letters, or
 * they are too many.
 */
const USELESS = `
  UPDATE search_kinds SET letters = NULL
  WHERE kind = $1 AND (
    letters IS DISTINCT FROM search_letters()
    OR EXISTS (SELECT FROM search_changes WHERE kind = $1 OFFSET ${USEFUL_CHANGES_MAX})
  )`;

/**
 * Gives up a kind's count, and with it what has changed since, where no search has anything of it: else changes would
 * pile up for ever where no count comes to its end. The next count begins with what it sees itself. To be called in a
 * transaction, so that no search sees the one without the other.
 */
export async function forgetUselessChanges(client: ClientBase, kind: string): Promise<void> {
  const { rowCount } = await client.query(USELESS, [kind]);
  if (rowCount === 1) await client.query('DELETE FROM search_changes WHERE kind = $1', [kind]);
}
