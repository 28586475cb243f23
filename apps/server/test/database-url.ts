import { Client } from 'pg';
import { type DatabaseConnection, sharesSessions } from '../src/infra/db/database-connection.ts';
import { asProduct } from './template-database.ts';
import type { TestDatabase } from './test-database.ts';

/** Environment variables with which a process of the product uses a database of the tests. */
export function databaseSettings({
  connection,
  direct,
}: Pick<TestDatabase, 'connection' | 'direct'>): Record<string, string> {
  if (!sharesSessions(connection)) return { DATABASE_URL: urlOf(connection) };
  return {
    DATABASE_URL: urlOf(asProduct(connection)),
    DATABASE_POOLER: 'transaction',
    DATABASE_URL_OWNER: urlOf(direct),
  };
}

/** The URL of a database on the server of the tests. @param user connects as another account */
export function urlOf(connection: DatabaseConnection, user?: string): string {
  const { host, port, user: own, database, password } = new Client({ ...connection });
  const account = encodeURIComponent(user ?? own ?? '');
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${account}${secret}@/${database}?${new URLSearchParams({ host, port: String(port) })}`;
}
