import { Client } from 'pg';
import type { DatabaseConnection } from '../src/infra/db/database-connection.ts';

/** The URL of a database on the server of the tests. @param user connects as another account */
export function urlOf(connection: DatabaseConnection, user?: string): string {
  const { host, port, user: own, database, password } = new Client({ ...connection });
  const account = encodeURIComponent(user ?? own ?? '');
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${account}${secret}@/${database}?${new URLSearchParams({ host, port: String(port) })}`;
}
