import { Client, escapeIdentifier } from 'pg';
import { StartupError } from '../startup-error.ts';
import { type DatabaseConnection, sharesSessions } from './database-connection.ts';
import { onlyRow } from './only-row.ts';
import { applySessionSettings, NO_TIMEOUTS } from './session-settings.ts';

/** Tables that only the owner writes. */
const READ = ['audit_parts', 'schema_migrations'];
/** Tables whose rows never change. Only the owner drops old ones of the audit log. */
const ADDED = [
  'audit_block_texts',
  'audit_classes',
  'audit_counts',
  'audit_keys',
  'audit_log',
  'audit_nodes',
  'audit_positions',
  'audit_seals',
  'audit_tiles',
];
/** Tables of one row, which a migration inserted. */
const CHANGED = ['audit_blocks', 'audit_head', 'exception_settings'];
/** Tables whose rows are deleted. No other table needs it. */
const DELETED = [
  'administrators',
  'audit_inbox',
  'exception_checks',
  'exports',
  'outbox',
  'rate_limit_windows',
  'service_keys',
  'sessions',
  'sign_in_failures',
  'two_factor_setups',
  'wallet_balances',
  'wallet_verdicts',
];

/** For a test that finds misspelled names. */
export const NAMED_TABLES: readonly string[] = [...READ, ...ADDED, ...CHANGED, ...DELETED];

function rightsOn(table: string): string {
  if (READ.includes(table)) return 'SELECT';
  if (ADDED.includes(table)) return 'SELECT, INSERT';
  if (CHANGED.includes(table)) return 'SELECT, UPDATE';
  return DELETED.includes(table) ? 'SELECT, INSERT, UPDATE, DELETE' : 'SELECT, INSERT, UPDATE';
}

/**
 * Gives the account of the product the rights that it needs and takes away all others. `owner` owns the tables.
 * Run it in a transaction under a lock, because concurrent grants fail.
 */
export async function grantProductRights(owner: Client, account: string): Promise<void> {
  const product = escapeIdentifier(account);
  const { rows } = await owner.query<{ readonly schema: string }>('SELECT current_schema() AS schema');
  const [{ schema } = { schema: 'public' }] = rows;
  const inSchema = `SCHEMA ${escapeIdentifier(schema)}`;
  const { rows: relations } = await owner.query<{ readonly name: string; readonly isView: boolean }>(
    `SELECT relname AS name, relkind = 'v' AS "isView" FROM pg_class
      WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition ORDER BY relname`,
    [escapeIdentifier(schema)],
  );
  await owner.query(
    [
      `REVOKE CREATE ON ${inSchema} FROM ${product}`,
      `REVOKE ALL ON ALL TABLES IN ${inSchema} FROM ${product}`,
      `GRANT USAGE ON ${inSchema} TO ${product}`,
      `GRANT USAGE ON ALL SEQUENCES IN ${inSchema} TO ${product}`,
      ...relations.map(
        ({ name, isView }) =>
          `GRANT ${isView ? 'SELECT' : rightsOn(name)} ON ${escapeIdentifier(name)} TO ${product}`,
      ),
    ].join(';'),
  );
}

interface Account {
  readonly account: string;
  readonly isSuperuser: boolean;
  /** The same for all connections to one database of a running server. */
  readonly database: string;
}

/** Returns the account of DATABASE_URL. @throws StartupError if it could do what only the owner may do */
export async function requireLimitedAccount(
  connection: DatabaseConnection,
  owner: DatabaseConnection,
): Promise<string> {
  const product = await inspect('DATABASE_URL', connection, readAccount);
  await inspect('DATABASE_URL_OWNER', owner, async (client) => {
    const { account, database } = await readAccount(client);
    if (database !== product.database) {
      throw new StartupError('DATABASE_URL_OWNER: expected the same database as in DATABASE_URL');
    }
    if (account === product.account) {
      throw new StartupError('DATABASE_URL_OWNER: expected a different account from the one in DATABASE_URL');
    }
    if (product.isSuperuser || (await isOwner(client, product.account))) {
      throw new StartupError(
        `DATABASE_URL: with DATABASE_URL_OWNER, its account must not be a superuser or own tables. To transfer them, run: REASSIGN OWNED BY ${product.account} TO ${account}`,
      );
    }
  });
  return product.account;
}

async function inspect<T>(
  variable: string,
  connection: DatabaseConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, application_name: 'halyard start' });
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: Error) => {
      throw new StartupError(`${variable}: the server rejected the connection: ${error.message}`, {
        cause: error,
      });
    });
    if (!sharesSessions(connection)) await applySessionSettings(client, NO_TIMEOUTS);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readAccount(client: Client): Promise<Account> {
  const { rows } = await client.query<Account>(
    `SELECT current_user AS account, rolsuper AS "isSuperuser",
      pg_postmaster_start_time() || ' ' || current_database() AS database
    FROM pg_roles WHERE rolname = current_user`,
  );
  return onlyRow(rows);
}

/** Whether an account is the connected one, or owns a table of its schema. */
async function isOwner(client: Client, account: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT WHERE pg_has_role($1, current_user, 'MEMBER') OR EXISTS (SELECT FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND pg_has_role($1, relowner, 'MEMBER'))`,
    [account],
  );
  return rowCount === 1;
}
