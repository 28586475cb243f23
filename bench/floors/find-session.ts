import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Pool } from 'pg';

const session = {
  name: 'session',
  text: `SELECT 1 FROM sessions WHERE token_hash = $1 AND stage = 'full' AND ended_at IS NULL
    AND expires_at > now() AND last_seen_at > now() - interval '30 minutes'`,
};

/** Returns whether the session of a request exists. */
export async function findSession(pool: Pool, { headers }: IncomingMessage): Promise<boolean> {
  const token = headers.cookie?.split('=')[1] ?? '';
  const hash = createHash('sha256').update(token).digest();
  const { rowCount } = await pool.query({ ...session, values: [hash] });
  return rowCount !== 0;
}
