import type { Stage } from './stage.ts';

/** Rows that a refused call must not change. Without columns that background work and reads write. */
const ROWS: Readonly<Record<string, string>> = {
  administrators: 'SELECT * FROM administrators',
  two_factor_setups: 'SELECT * FROM two_factor_setups',
  sessions: 'SELECT id, token_hash, stage, expires_at, ended_at, second_factor_at FROM sessions',
  users: 'SELECT * FROM users',
  user_credentials: 'SELECT * FROM user_credentials',
  merchants: 'SELECT * FROM merchants',
  orders: 'SELECT * FROM orders',
  invitations: 'SELECT * FROM invitations',
  wallets: 'SELECT * FROM wallets',
  wallet_transactions: 'SELECT * FROM wallet_transactions',
  service_keys: 'SELECT * FROM service_keys',
  exports: 'SELECT id, administrator_id, request FROM exports',
  mails: 'SELECT max(position) FROM outbox',
};

/** A checksum over whole tables. */
export async function checksumOf({ database }: Stage, tables: readonly string[]): Promise<string> {
  const sums = tables.map(
    (table) => `(SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${table} AS t)`,
  );
  const { rows } = await database.query({ text: `SELECT ARRAY[${sums.join()}] AS sums` });
  return JSON.stringify(rows);
}

/** Runs `work`, and returns `nothing changed`, or which tables changed. */
export async function changedTables({ database }: Stage, work: () => Promise<unknown>): Promise<string> {
  const read = async () => {
    const sums = Object.entries(ROWS).map(
      ([name, rows]) =>
        `(SELECT md5(coalesce(string_agg(row::text, '|' ORDER BY row::text), '')) FROM (${rows}) AS row) AS ${name}`,
    );
    const { rows } = await database.query<Record<string, string>>({ text: `SELECT ${sums.join(', ')}` });
    return rows[0] ?? {};
  };
  const before = await read();
  await work();
  const after = await read();
  const changed = Object.keys(ROWS).filter((name) => before[name] !== after[name]);
  return changed.length === 0 ? 'nothing changed' : `changed: ${changed.join(', ')}`;
}
