import { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { findMissingRoleSettings, PRODUCT_TIMEOUTS } from './session-settings.ts';

export const POOLER_ADVICE =
  'Connect to PostgreSQL itself, or set DATABASE_POOLER to the mode of the pooler.';

/** Whether a pooler such as PgBouncer refused a parameter of the connection. Waiting would not help. */
export function isPoolerRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter');
}

/** @throws StartupError if the sessions that a pooler shares have other settings than the product relies on */
export async function requireRoleSettings(client: Client): Promise<void> {
  const statements = await findMissingRoleSettings(client, PRODUCT_TIMEOUTS);
  if (statements.length === 0) return;
  throw new StartupError(
    `DATABASE_URL: sessions of the pooler have wrong settings. As this account, run: ${statements.join('; ')}; then RECONNECT in the pooler.`,
  );
}

/**
 * Without DATABASE_POOLER=transaction, the product sets up each session, which transaction pooling gives to others.
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
  const { rows } = await client.query<{ pid: number }>('SELECT pg_catalog.pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
