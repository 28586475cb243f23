import { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import type { DatabaseConnection } from './database-connection.ts';

export const POOLER_ADVICE = 'Connect to PostgreSQL itself, or to a pooler in session mode.';

/** Whether a pooler such as PgBouncer refused a parameter of the connection. Waiting would not help. */
export function isPoolerRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter');
}

/**
 * The product relies on settings, locks and prepared statements of a session, which transaction pooling gives to others.
 * @throws StartupError if another connection can take over the session of `client` between two statements
 */
export async function requireOwnSession(client: Client, connection: DatabaseConnection): Promise<void> {
  const before = await sessionOf(client);
  const other = new Client({ ...connection, connectionTimeoutMillis: 3_000 });
  other.on('error', () => undefined);
  try {
    await other.connect();
    await other.query('BEGIN');
    const isShared = (await sessionOf(other)) === before || (await sessionOf(client)) !== before;
    if (isShared) throw new StartupError(`DATABASE_URL: a pooler shares sessions. ${POOLER_ADVICE}`);
  } finally {
    await other.end().catch(() => undefined);
  }
}

async function sessionOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
