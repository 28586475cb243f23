import { Client } from 'pg';
import type { DatabaseConnection } from '../db/database-connection.ts';

/**
 * Describes a connection by the variables of libpq, because other users can read the command line of a process.
 * @param inherited what the tool gets from the environment of this process
 */
export function toolEnvironment(
  connection: DatabaseConnection,
  inherited: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { host, port, user, password } = new Client({ ...connection });
  return {
    ...inherited,
    LC_ALL: 'C',
    PGAPPNAME: 'halyard backup',
    PGHOST: host,
    PGPORT: String(port),
    ...definedOnly({ PGUSER: user, PGPASSWORD: typeof password === 'string' ? password : undefined }),
    ...('connectionString' in connection && parametersOf(new URL(connection.connectionString).searchParams)),
  };
}

/** Whether the driver checks the server's certificate against the authorities that Node.js trusts. */
export function trustsDefaultAuthorities(connection: DatabaseConnection): boolean {
  if (!('connectionString' in connection)) return false;
  const { searchParams } = new URL(connection.connectionString);
  return searchParams.get('sslmode') === 'verify-full' && !searchParams.has('sslrootcert');
}

function parametersOf(parameters: URLSearchParams): Readonly<Record<string, string>> {
  const get = (name: string) => parameters.get(name) ?? undefined;
  // The driver's name for the mode that libpq calls `require`.
  const mode = get('sslmode') === 'no-verify' ? 'require' : get('sslmode');
  return definedOnly({
    PGOPTIONS: get('options'),
    PGSSLMODE: mode,
    PGSSLROOTCERT: get('sslrootcert'),
    PGSSLCERT: get('sslcert'),
    PGSSLKEY: get('sslkey'),
  });
}

/** Variables that the URL does not set are inherited. */
function definedOnly(values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
