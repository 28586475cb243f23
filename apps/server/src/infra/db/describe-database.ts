import { Client } from 'pg';
import type { DatabaseConnection } from './database-connection.ts';

/** Names a database for the operator, without user and password: `halyard on db.example.com:5432`. */
export function describeDatabase(connection: DatabaseConnection): string {
  const { database } = new Client({ ...connection });
  return `${database} on ${describeServer(connection)}`;
}

/** Names the server by host and port, or by its socket. */
export function describeServer(connection: DatabaseConnection): string {
  const { host, port } = new Client({ ...connection });
  return host.startsWith('/') ? `the socket ${host}/.s.PGSQL.${port}` : `${host}:${port}`;
}
