import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdminProcess } from '../../../test/admin-process.ts';
import { urlOf } from '../../../test/database-url.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { startProductProcess } from '../../../test/started-product.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createDatabase, type Database } from './database.ts';
import { NAMED_TABLES } from './product-rights.ts';

const TIMEOUT_MS = 60_000;
const ACCOUNT = `halyard_rights_${process.pid}`;

let scratch: TestDatabase;
let dataDir: string;
let product: Database;

const MASTER_KEY = Buffer.alloc(32, 1).toString('base64');
let masterKey = MASTER_KEY;

const settings = () => ({
  DATABASE_URL: urlOf(scratch.connection, ACCOUNT),
  DATABASE_URL_OWNER: urlOf(scratch.connection),
  DATA_DIR: dataDir,
  MASTER_KEY: masterKey,
  LOG_LEVEL: 'warn',
});

beforeAll(async () => {
  scratch = await createTestDatabase({ empty: true, bypassesPooler: true });
  dataDir = await mkdtemp(join(tmpdir(), 'halyard-rights-'));
  await scratch.database.query({ text: `CREATE ROLE ${ACCOUNT} LOGIN` });
  const running = startProductProcess(settings());
  await running.ready;
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  product = createDatabase({
    connection: { connectionString: settings().DATABASE_URL },
    max: 1,
    log: createRecordingLog().log,
  });
}, TIMEOUT_MS);
afterAll(async () => {
  await product.close();
  await scratch.database.query({ text: `DROP OWNED BY ${ACCOUNT}; DROP ROLE ${ACCOUNT}` });
  await scratch.drop();
  await rm(dataDir, { recursive: true });
});

/** Runs a statement as the account of the product, and rolls it back. */
async function tryAsProduct(text: string): Promise<string> {
  try {
    await product.query({ text: `BEGIN; ${text}; ROLLBACK` });
    return 'allowed';
  } catch (error) {
    await product.query({ text: 'ROLLBACK' });
    return (error as Error).message;
  }
}

describe('the account of DATABASE_URL beside DATABASE_URL_OWNER', () => {
  it.each([
    "UPDATE audit_log SET description = 'x'",
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    'DELETE FROM audit_log_1',
    'UPDATE audit_seals SET size = 1',
    'DELETE FROM audit_seals',
    'UPDATE audit_tiles SET index = 1',
    'DELETE FROM audit_keys',
    'DELETE FROM audit_head',
    'DELETE FROM audit_blocks',
    'UPDATE audit_counts SET node = 1',
    'DELETE FROM users',
    'DELETE FROM wallets',
    'DELETE FROM wallet_locks',
    'DELETE FROM wallet_keys_taken',
    'DELETE FROM orders',
    'TRUNCATE sessions CASCADE',
    'DELETE FROM schema_migrations',
    'INSERT INTO audit_parts VALUES (1, now())',
  ])('may not %s', async (statement) => {
    expect(await tryAsProduct(statement)).toMatch(/^permission denied for table /);
  });

  it.each([
    'ALTER TABLE audit_log DISABLE TRIGGER USER',
    'DROP TRIGGER audit_log_append_only ON audit_log',
    'ALTER TABLE sessions ADD COLUMN own text',
    'CREATE INDEX ON users (name)',
    'CREATE TRIGGER own BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()',
    'DROP TABLE exports',
  ])('does not own tables: %s', async (statement) => {
    expect(await tryAsProduct(statement)).toMatch(/^must be owner of |^permission denied for table /);
  });

  it.each([
    'CREATE TABLE own (id int)',
    'CREATE FUNCTION own() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE SCHEMA own',
    "SET session_replication_role = 'replica'",
  ])('may not %s', async (statement) => {
    expect(await tryAsProduct(statement)).toMatch(/^permission denied /);
  });

  it('may do what the product needs', async () => {
    for (const statement of [
      'SELECT FROM wallet_ledger',
      'DELETE FROM sessions',
      'UPDATE users SET name = name',
    ]) {
      expect(await tryAsProduct(statement)).toBe('allowed');
    }
  });

  it('is enough for all jobs and commands', { timeout: 4 * TIMEOUT_MS }, async () => {
    const { DATABASE_URL_OWNER: _, ...limited } = settings();
    const running = startProductProcess({ ...settings(), SAMPLE_DATA: 'on' });
    await running.ready;
    for (const command of [
      'list',
      'create ada@example.com',
      'reset-2fa ada@example.com',
      'sessions end --all',
      'keys create --name platform',
      'audit verify',
      'audit accept',
      'totals check',
      'rows check',
    ]) {
      const { status, output, errors } = await runAdminProcess(limited, command.split(' '));
      expect([command, status, output + errors]).toEqual([command, 0, expect.anything()]);
    }
    // The recheck of the log runs first, and keeps a seal at its end.
    const seals = async () => (await product.query({ text: 'SELECT FROM audit_seals' })).rowCount;
    await expect.poll(seals, { timeout: 30_000 }).toBeGreaterThan(0);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    const { stdout, stderr } = running.output();
    expect(stdout + stderr).not.toContain('permission denied');
    const rotated = await runAdminProcess(
      { ...limited, MASTER_KEY: Buffer.alloc(32, 2).toString('base64'), MASTER_KEY_PREVIOUS: MASTER_KEY },
      ['rotate-master-key'],
    );
    expect([rotated.status, rotated.errors]).toEqual([0, expect.not.stringContaining('permission denied')]);
    masterKey = Buffer.alloc(32, 2).toString('base64');
  });

  it('keeps its rights if the product starts again', { timeout: TIMEOUT_MS }, async () => {
    await scratch.database.query({ text: `GRANT DELETE ON audit_log TO ${ACCOUNT}` });
    const running = startProductProcess(settings());
    await running.ready;
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(await tryAsProduct('DELETE FROM audit_log')).toMatch(/^permission denied/);
    expect(await tryAsProduct('DELETE FROM sessions')).toBe('allowed');
  });
});

describe('a start with DATABASE_URL_OWNER', { timeout: TIMEOUT_MS }, () => {
  async function refusal(changes: Readonly<Record<string, string>>): Promise<string> {
    const running = startProductProcess({ ...settings(), ...changes });
    expect(await running.ended).toBe(1);
    return running.output().stderr.trim().split('\n').at(-1) ?? '';
  }

  it('is refused with one account for both', async () => {
    expect(await refusal({ DATABASE_URL_OWNER: settings().DATABASE_URL })).toContain(
      'DATABASE_URL_OWNER: expected a different account from the one in DATABASE_URL',
    );
  });

  it('is refused with two databases', async () => {
    const other = await createTestDatabase({ empty: true, bypassesPooler: true });
    expect(await refusal({ DATABASE_URL_OWNER: urlOf(other.connection) })).toContain(
      'DATABASE_URL_OWNER: expected the same database as in DATABASE_URL',
    );
    await other.drop();
  });

  it('is refused with an account that owns the tables', async () => {
    const swapped = {
      DATABASE_URL: settings().DATABASE_URL_OWNER,
      DATABASE_URL_OWNER: settings().DATABASE_URL,
    };
    expect(await refusal(swapped)).toContain(
      'DATABASE_URL: with DATABASE_URL_OWNER, its account must not be a superuser or own tables',
    );
  });

  it('is refused with an owner that the server does not know', async () => {
    const unknown = { DATABASE_URL_OWNER: urlOf(scratch.connection, 'nobody_known') };
    expect(await refusal(unknown)).toMatch(
      /DATABASE_URL_OWNER: the server rejected the connection: .*nobody_known/,
    );
  });

  it('is refused without DATABASE_URL', async () => {
    const running = startProductProcess({ DATABASE_URL_OWNER: settings().DATABASE_URL, DATA_DIR: dataDir });
    expect(await running.ended).toBe(1);
    expect(running.output().stderr).toContain('DATABASE_URL: required with DATABASE_URL_OWNER');
  });
});

it('every table that the rights name exists', async () => {
  const { rows } = await scratch.database.query<{ readonly name: string }>({
    text: `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  });
  const tables = new Set(rows.map(({ name }) => name));
  expect(NAMED_TABLES.filter((name) => !tables.has(name))).toEqual([]);
});
