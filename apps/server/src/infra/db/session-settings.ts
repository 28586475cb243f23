import type { ClientBase } from 'pg';

/** Timeouts of a connection; 0 means none. */
export interface SessionTimeouts {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
}

export const NO_TIMEOUTS: SessionTimeouts = { statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
/** Of all requests and background work. */
export const PRODUCT_TIMEOUTS: SessionTimeouts = {
  statementMs: 5_000,
  lockMs: 3_000,
  idleInTransactionMs: 10_000,
};

/** Settings that the product relies on. They override those of the role and the database. */
const RELIED_ON: Readonly<Record<string, string>> = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  array_nulls: 'on',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  default_transaction_deferrable: 'off',
  default_transaction_isolation: 'read committed',
  exit_on_error: 'off',
  extra_float_digits: '1',
  idle_session_timeout: '0',
  row_security: 'on',
  search_path: '"$user", public',
  session_replication_role: 'origin',
  standard_conforming_strings: 'on',
  transaction_timeout: '0',
  transform_null_equals: 'off',
};

/**
 * Ignores settings that this PostgreSQL does not have, and those that are right already. Keeps a `search_path` that leads
 * to the product's tables: an installation may have its own schema. But nothing may replace the functions of PostgreSQL,
 * such as the clock.
 */
const WRONG = `FROM (
    SELECT name, setting, CASE WHEN name = 'search_path' AND pg_catalog.to_regclass('schema_migrations') IS NOT NULL
      THEN pg_catalog.regexp_replace(setting, '^(.*pg_catalog)', 'pg_catalog, \\1') ELSE wanted END AS wanted
    FROM pg_catalog.pg_settings JOIN unnest($1::text[], $2::text[]) AS list (name, wanted) USING (name)
  ) AS list WHERE setting <> wanted`;
const APPLY = `SELECT pg_catalog.set_config(name, wanted, false) ${WRONG}`;
const STATEMENTS = `SELECT pg_catalog.format('ALTER ROLE %I IN DATABASE %I SET %I = %L', current_user, current_database(),
    name, wanted) AS statement ${WRONG} ORDER BY name`;

/** Sets them by a statement, because poolers refuse most start-up parameters. @throws the server's refusal */
export async function applySessionSettings(
  client: Pick<ClientBase, 'query'>,
  timeouts: SessionTimeouts,
): Promise<void> {
  await client.query(APPLY, namesAndValues(timeouts));
}

/** Statements that give these settings to all sessions of the account, for a pooler that shares sessions. */
export async function findMissingRoleSettings(
  client: Pick<ClientBase, 'query'>,
  timeouts: SessionTimeouts,
): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(STATEMENTS, namesAndValues(timeouts));
  return rows.map(({ statement }) => statement);
}

function namesAndValues({ statementMs, lockMs, idleInTransactionMs }: SessionTimeouts): [string[], string[]] {
  const settings: Readonly<Record<string, string>> = {
    ...RELIED_ON,
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
  };
  return [Object.keys(settings), Object.values(settings)];
}
