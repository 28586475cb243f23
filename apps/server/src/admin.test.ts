import { spawn } from 'node:child_process';
import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, beginAdminProcess, runAdminProcess } from '../test/admin-process.ts';
import { databaseSettings, urlOf } from '../test/database-url.ts';
import { ProductClient } from '../test/product-client.ts';
import { createRecordingLog } from '../test/recording-log.ts';
import { type ProductProcess, startProductProcess } from '../test/started-product.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { codeAt } from '../test/totp-codes.ts';
import { findAdministratorByEmail, setPassword } from './features/auth/administrators/administrator-store.ts';
import { contentOfEntry } from './infra/audit/entry/new-entry.ts';
import { writeWaitingEntry } from './infra/audit/inbox/inbox-entries.ts';
import { openSecret, sealSecret } from './infra/crypto/envelope.ts';
import { createEnvironmentKeyWrapper } from './infra/crypto/key-wrapper.ts';
import { openMasterKeyFile } from './infra/crypto/master-key-file.ts';
import { fixedMasterKeys } from './infra/crypto/master-keys.ts';
import { createPasswordHasher } from './infra/crypto/password-hasher.ts';
import { createDatabase, type Database } from './infra/db/database.ts';
import { borrowEmbeddedPostgres } from './infra/embedded-postgres/borrow-embedded-postgres.ts';
import { openSealedRows } from './infra/sealed-rows/open-sealed-rows.ts';

const STEP_MS = 30_000;
const MASTER_KEY = randomBytes(32).toString('base64');
const SEALED_ADMINISTRATORS = 3_000;

let dataDir: string;
let keyFile: string;
let product: ProductProcess;
let address: string;

async function start(): Promise<void> {
  const settings = { DATA_DIR: dataDir, SAMPLE_DATA: 'off', LOG_LEVEL: 'warn' };
  product = startProductProcess(settings);
  address = await product.ready;
}

async function stop(): Promise<void> {
  product.child.kill('SIGTERM');
  await product.ended;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'halyard-admin-'));
  keyFile = join(dataDir, 'master.key');
  await start();
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

const run = async (args: readonly string[], input?: string) =>
  await runAdminProcess({ DATA_DIR: dataDir }, args, input);

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { log } = createRecordingLog();
  const { connection, release } = await borrowEmbeddedPostgres({ dataDir, log });
  const database = createDatabase({ connection, max: 2, log });
  try {
    return await work(database);
  } finally {
    await database.close();
    await release();
  }
}

const keyLines = async () => (await readFile(keyFile, 'utf8')).trimEnd().split('\n');

describe('npm run admin while the product runs', { timeout: 120_000 }, () => {
  it('manages an administrator and rotates the master key without a restart', async () => {
    const created = await run(['create', 'ada@example.com']);
    const [, password = ''] = /^password: (\S+)$/m.exec(created.output) ?? [];
    expect(created).toMatchObject({ status: 0, errors: `Database: embedded PostgreSQL in ${dataDir}\n` });
    const ada = new ProductClient(address);
    expect(await ada.signIn('ada@example.com', password)).toBe(200);
    const { secret, backupCodes } = JSON.parse((await ada.send('/auth/2fa/setup', {})).text);
    const code = codeAt(secret, Date.now());
    expect((await ada.send('/auth/2fa/enable', { code, secret, backupCodes })).status).toBe(204);

    const keyBefore = await keyLines();
    const rotated = await run(['rotate-master-key']);
    expect(rotated).toMatchObject({ status: 0 });
    expect(rotated.output).toMatch(/^administrators\.totp_secret: 1 re-wrapped$/m);
    expect(await keyLines()).toHaveLength(1);
    expect(await keyLines()).not.toEqual(keyBefore);

    const elsewhere = new ProductClient(address);
    expect(await elsewhere.signIn('ada@example.com', password)).toBe(200);
    const next = { code: codeAt(secret, Date.now() + STEP_MS) };
    expect((await elsewhere.send('/auth/2fa/verify', next)).status).toBe(204);
    expect((await ada.send('/auth/me')).status).toBe(200);

    expect(await run(['disable', 'ada@example.com'])).toMatchObject({ status: 0 });
    expect((await ada.send('/auth/me')).status).toBe(401);
    expect((await elsewhere.send('/auth/me')).status).toBe(401);
    const refused = {
      status: 1,
      output: expect.stringMatching(/^disable: the last active [^\n]+ first\.\n$/),
    };
    expect(await run(['disable', 'admin@example.com'])).toMatchObject(refused);
  });

  it.each([[['audit', 'verify']], [['audit', 'key']], [['list']], [['help']]])(
    'keeps the exit status of %s when the reader of its output has gone',
    async (args) => {
      const child = beginAdminProcess({ DATA_DIR: dataDir }, args);
      child.stdout.destroy();
      const [[status], errors] = await Promise.all([once(child, 'close'), text(child.stderr)]);
      expect([status, errors.replace(/^Database: [^\n]+\n/, '')]).toEqual([0, '']);
    },
  );

  it.each([[['keys']], [['keys', 'list', 'x']], [['wallets']], [['totals', 'check', 'x']], [['audit']]])(
    'rejects %s with one line',
    async (args) => {
      const refusal = expect.stringMatching(/^[^\n]+\n$/);
      expect(await run(args)).toEqual({ status: 1, output: refusal, errors: refusal });
    },
  );

  it('reads a password from standard input', async () => {
    const weak = await run(['create', 'bob@example.com', '--password-stdin'], 'weak\n');
    expect(weak).toMatchObject({ status: 1, output: 'create: Password must be at least 12 characters\n' });
    const args = ['create', 'bob@example.com', '--password-stdin'];
    expect(await run(args, 'Correct-Horse-7-Battery\n')).toMatchObject({ status: 0 });
    expect(await new ProductClient(address).signIn('bob@example.com', 'Correct-Horse-7-Battery')).toBe(200);
  });

  it('uses the specified hashing cost in the command and the product', async () => {
    const email = 'hedy@example.com';
    const password = 'Correct-Horse-7-Battery';
    expect(await run(['create', email, '--password-stdin'], `${password}\n`)).toMatchObject({ status: 0 });
    const costs = async () =>
      (await passwordHashes(['admin@example.com', email])).map((hash) => hash.split('$', 4).join('$'));
    const specified = '$argon2id$v=19$m=65536,t=3,p=1';
    expect(await costs()).toEqual([specified, specified]);

    const cheap = await createPasswordHasher({ memory: 64, passes: 1, parallelism: 1 }).hash(password);
    const { masterKeys } = await openMasterKeyFile(dataDir);
    await withDatabase(async ({ reader, transaction }) => {
      const sealedRows = openSealedRows({ masterKeys, log: createRecordingLog().log });
      const account = await findAdministratorByEmail(reader, sealedRows, email);
      await transaction((open) => setPassword(open, sealedRows, account?.id ?? '', cheap));
    });
    const client = new ProductClient(address);
    expect(await client.signIn(email, password)).toBe(200);
    expect(await costs()).toEqual([specified, specified]);

    const { secret, backupCodes } = JSON.parse((await client.send('/auth/2fa/setup', {})).text);
    const code = codeAt(secret, Date.now());
    expect((await client.send('/auth/2fa/enable', { code, secret, backupCodes })).status).toBe(204);
    await withDatabase(async ({ reader }) => {
      const stored = await reader
        .selectFrom('administrators')
        .select(['backup_codes', 'backup_code_salt'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      const [message = ''] = backupCodes;
      const nonce = stored.backup_code_salt ?? '';
      const cost = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 };
      const hash = argon2Sync('argon2id', { message, nonce, ...cost });
      expect(stored.backup_codes.map((code) => code.toString('hex'))).toContain(hash.toString('hex'));
    });
  });

  it('resumes a killed master key rotation', async () => {
    const { masterKeys } = await openMasterKeyFile(dataDir);
    const keys = createEnvironmentKeyWrapper(masterKeys);
    await withDatabase(async (database) => {
      const ids = Array.from({ length: SEALED_ADMINISTRATORS }, () => randomUUID());
      const sealed = await Promise.all(
        ids.map((id) => sealSecret(keys, { kind: 'administrator_totp', id }, Buffer.from(id))),
      );
      await database.transaction(
        async (transaction) =>
          await sql`INSERT INTO administrators (id, email, email_key, password_hash, disabled_at, totp_secret, totp_enabled_at)
            SELECT id, id || '@sealed', id || '@sealed', '', now(), totp_secret, now()
            FROM unnest(${ids}::uuid[], ${sealed}::bytea[]) AS sealed (id, totp_secret)`.execute(transaction),
      );
    });

    const killed = beginAdminProcess({ DATA_DIR: dataDir }, ['rotate-master-key']);
    killed.stdout.once('data', () => killed.kill('SIGKILL'));
    expect(await once(killed, 'close')).toEqual([null, 'SIGKILL']);
    const [current, former, ...more] = await keyLines();
    expect([typeof former, more]).toEqual(['string', []]);
    const [underCurrent, underFormer] = await countUnder(masterKeys().map(({ id }) => id));
    expect(underCurrent).toBeGreaterThan(0);
    expect(underFormer).toBeGreaterThan(0);

    expect(await run(['rotate-master-key'])).toMatchObject({ status: 0 });
    expect(await keyLines()).toEqual([current]);
    await withDatabase(async ({ reader }) => {
      const rows = await sql<{ id: string; totp_secret: Buffer }>`
        SELECT id, totp_secret FROM administrators WHERE email LIKE '%@sealed'`.execute(reader);
      expect(rows.rows).toHaveLength(SEALED_ADMINISTRATORS);
      for (const { id, totp_secret } of rows.rows) {
        const opened = await openSecret(keys, { kind: 'administrator_totp', id }, totp_secret);
        expect(opened.toString()).toBe(id);
      }
    });
  });

  it('rejects a wrong or world-readable master key in the product and the command', async () => {
    const right = await readFile(keyFile);
    await stop();
    const started = async () => {
      const refused = startProductProcess({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', LOG_LEVEL: 'warn' });
      return { status: await refused.ended, ...refused.output() };
    };
    try {
      await writeFile(keyFile, `${randomBytes(32).toString('base64')}\n`);
      const line = /^MASTER_KEY: the audit log was sealed under another master key [^\n]+\n$/;
      expect(await started()).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(line) });
      const command = await run(['create', 'carol@example.com']);
      expect(command).toEqual({ status: 1, output: '', errors: expect.stringMatching(line) });

      await writeFile(keyFile, right);
      await chmod(keyFile, 0o644);
      const mode = /^MASTER_KEY: users [^\n]+ \(mode 644\): run chmod 600 [^\n]+\n$/;
      expect(await started()).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(mode) });
    } finally {
      await writeFile(keyFile, right);
      await chmod(keyFile, 0o600);
      await start();
    }
    expect(await new ProductClient(address).signIn('bob@example.com', 'Correct-Horse-7-Battery')).toBe(200);
  });
});

describe('npm run admin without the product', { timeout: 120_000 }, () => {
  const outcome = async (environment: Record<string, string>, ...args: readonly string[]) =>
    await runAdminProcess(environment, args);
  const oneLine = (start: string) => expect.stringMatching(new RegExp(`^${start}[^\\n]+\\n$`));

  it('reports in one line that its output cannot be written', async () => {
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [ADMIN, 'help'], { stdio: ['ignore', full.fd, 'pipe'] });
    if (child.stderr === null) throw new Error('expected a pipe');
    const [[status], errors] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    await full.close();
    expect([status, errors]).toEqual([1, oneLine('Cannot write to standard output: ENOSPC: ')]);
  });

  it('names an unknown command in one line', async () => {
    expect(await outcome({}, 'frobnicate')).toEqual({
      status: 1,
      output: oneLine('frobnicate: unknown command'),
      errors: '',
    });
  });

  it('creates no database where there is none', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'halyard-admin-'));
    const missing = join(empty, 'missing');
    for (const DATA_DIR of [empty, missing]) {
      expect(await outcome({ DATA_DIR }, 'create', 'eve@example.com')).toEqual({
        status: 1,
        output: '',
        errors: oneLine(`DATA_DIR ${DATA_DIR} holds no database: `),
      });
    }
    expect(await readdir(empty)).toEqual([]);
    await rm(empty, { recursive: true });
  });

  it('sets up no empty database', async () => {
    const empty = await createTestDatabase({ empty: true, bypassesPooler: true });
    const environment = { ...databaseSettings(empty), MASTER_KEY };
    expect(await outcome(environment, 'create', 'eve@example.com')).toEqual({
      status: 1,
      output: '',
      errors: oneLine('The database halyard_\\w+ on the socket /\\S+ holds no Halyard data: '),
    });
    const { rows } = await empty.database.query({
      text: `SELECT FROM pg_tables WHERE schemaname = 'public'`,
    });
    expect(rows).toEqual([]);
    await empty.drop();
  });

  it('names the database it acts on, without the password', async () => {
    const test = await createTestDatabase({ bypassesPooler: true });
    const environment = { DATABASE_URL: urlOf(test.connection).replace('@', ':secret@'), MASTER_KEY };
    const listed = await outcome(environment, 'list', '--json');
    expect(listed).toMatchObject({ status: 0, errors: oneLine('Database: halyard_\\w+ on the socket /') });
    expect(JSON.parse(listed.output)).toEqual([]);
    expect(listed.errors).not.toContain('secret');
    await test.drop();
  });

  it('connects to a socket in the form of libpq', async () => {
    const test = await createTestDatabase({ bypassesPooler: true });
    if ('connectionString' in test.connection) throw new Error('expected a socket');
    const { host, port, user, database } = test.connection;
    const environment = { DATABASE_URL: `postgres://${user}@:${port}/${database}?host=${host}`, MASTER_KEY };
    expect(await outcome(environment, 'list', '--json')).toEqual({
      status: 0,
      output: '[]\n',
      errors: `Database: ${database} on the socket ${host}/.s.PGSQL.${port}\n`,
    });
    await test.drop();
  });

  it('links waiting audit entries even if the command fails', async () => {
    const test = await createTestDatabase();
    await leaveWaitingEntry(test.database);
    const environment = { ...databaseSettings(test), MASTER_KEY };
    await test.database.query({ text: 'ALTER TABLE service_keys RENAME TO renamed' });
    expect(await outcome(environment, 'keys', 'list')).toMatchObject({ status: 1 });
    expect(await countWaitingEntries(test.database)).toBe(0);
    await test.drop();
  });

  it('leaves audit entries to a running Halyard if it cannot link them', async () => {
    const test = await createTestDatabase();
    await leaveWaitingEntry(test.database);
    const environment = { ...databaseSettings(test), MASTER_KEY };
    await test.database.transaction(async (transaction) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
      await sql`SELECT FROM audit_head FOR UPDATE`.execute(transaction);
      expect(await outcome(environment, 'list', '--json')).toEqual({
        status: 0,
        output: '[]\n',
        errors: expect.stringMatching(/^Database: .+\nThe audit entries of this command wait .+\n$/),
      });
    });
    expect(await countWaitingEntries(test.database)).toBe(1);
    await test.drop();
  });

  it.each([
    [
      'an unknown host',
      { DATABASE_URL: 'postgres://db.invalid/halyard' },
      'DATABASE_URL: the host name in db.invalid',
    ],
    [
      'a server that is down',
      { DATABASE_URL: 'postgres://127.0.0.1:1/halyard' },
      'DATABASE_URL: nothing is listening',
    ],
    ['a misspelled variable', { DATABSE_URL: 'postgres://127.0.0.1/x' }, 'DATABSE_URL: unknown variable'],
    ['no database', { PUBLIC_URL: 'https://admin.example.com' }, 'DATABASE_URL: required'],
  ])('reports %s in one line', async (_what, environment, start) => {
    expect(await outcome({ MASTER_KEY, ...environment }, 'list')).toEqual({
      status: 1,
      output: '',
      errors: oneLine(start),
    });
  });
});

/** Writes an entry as a process that is killed right after its commit. */
async function leaveWaitingEntry(database: Database): Promise<void> {
  const [key] = fixedMasterKeys(Buffer.from(MASTER_KEY, 'base64'))();
  const entry = {
    action: 'user.block',
    category: 'user_management',
    description: 'User blocked',
    status: 'success',
    actor: { type: 'system' },
    resource: { type: 'user' },
  } as const;
  await database.transaction(async (transaction) => {
    await writeWaitingEntry(transaction, contentOfEntry(entry, new Date()), key);
  });
}

async function countWaitingEntries(database: Database): Promise<number> {
  return (await database.query({ text: 'SELECT FROM audit_inbox' })).rows.length;
}

async function passwordHashes(emails: readonly string[]): Promise<readonly string[]> {
  return await withDatabase(async ({ reader }) => {
    const query = reader.selectFrom('administrators').select('password_hash').orderBy('email');
    const rows = await query.where('email', 'in', emails).execute();
    return rows.map(({ password_hash }) => password_hash);
  });
}

/** Counts administrators' secrets wrapped under each key. */
async function countUnder(keyIds: readonly Buffer[]): Promise<readonly number[]> {
  return await withDatabase(async ({ reader }) => {
    const { rows } = await sql<{ id: Buffer; secrets: number }>`
      SELECT substring(totp_secret FROM 4 FOR 8) AS id, count(*) AS secrets
      FROM administrators WHERE totp_secret IS NOT NULL GROUP BY 1`.execute(reader);
    return keyIds.map((keyId) => rows.find(({ id }) => id.equals(keyId))?.secrets ?? 0);
  });
}
