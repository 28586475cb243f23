import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdminProcess } from '../test/admin-process.ts';
import { databaseSettings } from '../test/database-url.ts';
import {
  INSTALLED_POSTGRES,
  type InstalledServer,
  startInstalledPostgres,
} from '../test/installed-postgres.ts';
import { LOOPBACK_CERTIFICATE } from '../test/loopback-certificate.ts';
import { ProductClient } from '../test/product-client.ts';
import { startProductProcess } from '../test/started-product.ts';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { codeAt } from '../test/totp-codes.ts';

const STEP_MS = 30_000;
const MASTER_KEY = randomBytes(32).toString('base64');
const OTHER_KEY = randomBytes(32).toString('base64');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'halyard-backup-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const inFolder = (name: string) => path.join(folder, name);

async function run(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return await runAdminProcess({ DATA_DIR: inFolder('data'), ...environment }, args);
}

const oneLine = (start: string) =>
  expect.stringMatching(new RegExp(`^(Database: .*\\n)?${start}[^\\n]*\\n$`));

/** Makes a folder with programs in place of PostgreSQL's. */
async function toolsThat(script: string): Promise<string> {
  const tools = await mkdtemp(inFolder('tools-'));
  for (const tool of ['pg_dump', 'pg_restore']) {
    await writeFile(path.join(tools, tool), `#!/bin/sh\ntool=${tool}\n${script}\n`);
    await chmod(path.join(tools, tool), 0o755);
  }
  return tools;
}

describe('npm run admin -- backup, with PostgreSQL tools that do not work', { timeout: 120_000 }, () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(async () => await test.drop());

  const backUp = async (name: string, tools: string, ...args: readonly string[]) =>
    await run({ ...databaseSettings(test), PG_BIN: tools }, ...args, 'backup', inFolder(name));
  const filesOf = async (name: string) => (await readdir(folder)).filter((file) => file.startsWith(name));

  it('names what to install if they are missing', async () => {
    expect(await backUp('missing', folder)).toEqual({
      status: 1,
      output: '',
      errors: oneLine(
        `There is no pg_dump in PG_BIN ${folder}: install the client tools of PostgreSQL \\d+ `,
      ),
    });
    expect(await filesOf('missing')).toEqual([]);
  });

  it('names what to install if they are too old', async () => {
    const tools = await toolsThat('echo "$tool (PostgreSQL) 9.6.24"');
    expect(await backUp('old', tools)).toMatchObject({
      status: 1,
      errors: oneLine(
        'pg_dump is of PostgreSQL 9, but the server is \\d+: install the client tools of PostgreSQL \\d+ ',
      ),
    });
  });

  it('leaves no file if the disk is full', async () => {
    const tools = await toolsThat(`[ "$1" = --version ] && echo "$tool (PostgreSQL) 99.1" && exit
      for each in "$@"; do case $each in --file=*) echo half > "\${each#--file=}";; esac; done
      echo "pg_dump: error: could not write to output file: No space left on device" >&2; exit 1`);
    expect(await backUp('full', tools)).toMatchObject({
      status: 1,
      errors: oneLine('pg_dump failed: could not write to output file: No space left on device\\.'),
    });
    expect(await filesOf('full')).toEqual([]);
  });

  it('does not replace a file', async () => {
    await writeFile(inFolder('kept'), 'precious');
    expect(await backUp('kept', folder)).toMatchObject({ status: 1, errors: oneLine('/\\S+/kept exists: ') });
    expect(await readFile(inFolder('kept'), 'utf8')).toBe('precious');
  });

  it.each([[['backup', 'verify']], [['restore', '--force']]])('rejects %s with one line', async (args) => {
    expect(await run(databaseSettings(test), ...args)).toMatchObject({
      status: 1,
      output: oneLine('(backup|restore): '),
    });
  });
});

const drill = INSTALLED_POSTGRES === undefined ? describe.skip : describe;

drill('a drill with backup and restore', { timeout: 180_000 }, () => {
  const email = 'ada@example.com';
  const backup = () => inFolder('halyard.dump');
  let server: InstalledServer;
  let tools: string;
  let password: string;
  let secret: string;
  let stolen: ProductClient;
  let made: Awaited<ReturnType<typeof run>>;

  const environmentOf = (database: string) => ({ DATABASE_URL: server.urlOf(database), PG_BIN: tools });
  const withKey = (database: string) => ({ ...environmentOf(database), MASTER_KEY });
  const settingsOf = (database: string) => ({
    ...withKey(database),
    DATA_DIR: inFolder(`data-${database}`),
    LOG_LEVEL: 'warn',
  });
  const emptyDatabase = async (name: string) => {
    await server.execute('postgres', `CREATE DATABASE ${name}`);
    return name;
  };
  const tablesOf = async (database: string) =>
    await server.execute(
      database,
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    );

  beforeAll(async () => {
    server = await startInstalledPostgres(INSTALLED_POSTGRES ?? '');
    tools = await toolsThat(
      `printf '%s\\n' "$@" >> ${inFolder('arguments')}\nexec ${INSTALLED_POSTGRES}/$tool "$@"`,
    );
    await emptyDatabase('halyard');
    const product = startProductProcess(settingsOf('halyard'));
    const address = await product.ready;
    const created = await run(withKey('halyard'), 'create', email);
    password = /^password: (\S+)$/m.exec(created.output)?.[1] ?? '';
    stolen = new ProductClient(address);
    await stolen.signIn(email, password);
    const setup = JSON.parse((await stolen.send('/auth/2fa/setup', {})).text);
    ({ secret } = setup);
    const code = codeAt(secret, Date.now());
    await stolen.send('/auth/2fa/enable', { code, secret, backupCodes: setup.backupCodes });
    for (const network of ['ETH', 'TRON', 'BSC']) {
      await run(withKey('halyard'), 'wallets', 'create', '--network', network, '--type', 'outbound');
    }
    made = await run(environmentOf('halyard'), 'backup', backup());
    product.child.kill('SIGTERM');
    await product.ended;
  }, 300_000);
  afterAll(async () => await server.stop());

  it('makes a private file and reports what it contains', async () => {
    const manifest = JSON.parse(await readFile(`${backup()}.json`, 'utf8'));
    expect(manifest).toMatchObject({ walletKeys: 3, auditRoot: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(made).toMatchObject({
      status: 0,
      errors: expect.stringMatching(/^Database: halyard on the socket .*\n$/),
    });
    expect(made.output.split('\n')).toEqual([
      expect.stringMatching(/^Wrote \/\S+\/halyard\.dump: \d+ bytes in [\d.]+ s\. /),
      `Audit log: ${manifest.auditEntries} entries, root ${manifest.auditRoot}`,
      'Wallet keys: 3',
      expect.stringMatching(/^The master key is not in it\. /),
      '',
    ]);
    for (const file of [backup(), `${backup()}.json`]) expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((file) => file.endsWith('.part'))).toEqual([]);
    expect((await readFile(backup())).includes(Buffer.from(MASTER_KEY))).toBe(false);
  });

  it('works over TLS, with an authority from NODE_EXTRA_CA_CERTS', async () => {
    const authority = inFolder('authority.pem');
    await writeFile(authority, LOOPBACK_CERTIFICATE.cert);
    const environment = { DATABASE_URL: server.tlsUrlOf('halyard'), PG_BIN: tools };
    const overTls = { ...environment, NODE_EXTRA_CA_CERTS: authority };
    expect(await run(overTls, 'backup', inFolder('tls.dump'))).toMatchObject({ status: 0 });
    expect(await run(environment, 'backup', inFolder('untrusted.dump'))).toMatchObject({
      status: 1,
      errors: oneLine('DATABASE_URL: .*certificate'),
    });
  });

  it('passes no password on the command line', async () => {
    expect(await readFile(inFolder('arguments'), 'utf8')).toMatch(/^--file=/m);
    expect(await readFile(inFolder('arguments'), 'utf8')).not.toContain(server.password);
  });

  it('restores everything for the two accounts, and the product starts with it', async () => {
    await emptyDatabase('restored');
    await server.execute(
      'restored',
      `CREATE ROLE keeper LOGIN PASSWORD '${server.password}'`,
      `CREATE ROLE worker LOGIN PASSWORD '${server.password}'`,
      'ALTER DATABASE restored OWNER TO keeper',
    );
    const accounts = {
      ...settingsOf('restored'),
      DATABASE_URL: server.urlOf('restored', 'worker'),
      DATABASE_URL_OWNER: server.urlOf('restored', 'keeper'),
    };
    const restored = await run(accounts, 'restore', backup());
    expect(restored).toMatchObject({
      status: 0,
      errors: expect.stringMatching(/^Database: restored on .*\n$/),
    });
    const manifest = JSON.parse(await readFile(`${backup()}.json`, 'utf8'));
    expect(restored.output.split('\n').slice(1, 6)).toEqual([
      `Audit log: ${manifest.auditEntries} entries, root ${manifest.auditRoot}, verified.`,
      'Wallet keys: all 3 derive their address.',
      expect.stringMatching(/^Other secrets: all [1-9]\d* open /),
      'Rows that grant access: all were written by Halyard.',
      'COMPLETE: the backup is whole and its secrets open.',
    ]);
    expect(
      await server.execute(
        'restored',
        `SELECT pg_get_userbyid(relowner) AS owner,
          has_table_privilege('worker', oid, 'INSERT') AS adds, has_table_privilege('worker', oid, 'DELETE') AS deletes
        FROM pg_class WHERE oid = 'audit_log'::regclass`,
      ),
    ).toEqual([{ owner: 'keeper', adds: true, deletes: false }]);

    const product = startProductProcess(accounts);
    const address = await product.ready;
    try {
      expect((await stolen.at(address).send('/auth/me')).status).toBe(401);
      const ada = new ProductClient(address);
      expect(await ada.signIn(email, password)).toBe(200);
      const code = codeAt(secret, Date.now() + STEP_MS);
      expect((await ada.send('/auth/2fa/verify', { code })).status).toBe(204);
    } finally {
      product.child.kill('SIGTERM');
      await product.ended;
    }
    expect(await run(accounts, 'audit', 'verify')).toMatchObject({ status: 0 });
  });

  it.each([
    ['without the master key', {}, 'MASTER_KEY is not set'],
    ['with another master key', { MASTER_KEY: OTHER_KEY }, 'MASTER_KEY is not the key of this backup'],
  ])('restores %s, but opens no secret', async (_how, key, reason) => {
    const database = await emptyDatabase(`without_${Object.keys(key).length}`);
    const restored = await run({ ...environmentOf(database), ...key }, 'restore', backup());
    expect(restored).toMatchObject({ status: 1 });
    expect(restored.output.split('\n').slice(1, 4)).toEqual([
      expect.stringMatching(/^Audit log: \d+ entries, root [\da-f]{64}, not verified\.$/),
      `No secret can be opened: ${reason}.`,
      'NOT COMPLETE: see above.',
    ]);
    expect(await server.execute(database, 'SELECT count(*)::int AS keys FROM wallets')).toEqual([
      { keys: 3 },
    ]);
  });

  it('restores only into an empty database', async () => {
    const database = await emptyDatabase('occupied');
    await server.execute(database, 'CREATE TABLE notes (note text)');
    expect(await run(withKey(database), 'restore', backup())).toMatchObject({
      status: 1,
      output: '',
      errors: oneLine('The database occupied on the socket \\S+ is not empty \\(it has public\\.notes\\): '),
    });
    expect(await tablesOf(database)).toEqual([{ relname: 'notes' }]);
  });

  describe('with a file that is not whole', () => {
    async function copyOf(name: string, change: (file: string, bytes: Buffer) => Promise<void>) {
      const bytes = await readFile(backup());
      await writeFile(inFolder(name), bytes);
      await change(inFolder(name), bytes);
      return inFolder(name);
    }
    const cutOff = async (file: string, { length }: Buffer) => await truncate(file, Math.floor(length * 0.7));
    const damaged = async (file: string, bytes: Buffer) => {
      const at = Math.floor(bytes.length * 0.9);
      for (let byte = at; byte < at + 64; byte += 1) bytes[byte] = 255 - (bytes[byte] ?? 0);
      await writeFile(file, bytes);
    };
    const other = async (file: string) => await writeFile(file, 'SELECT 1;\n');

    it.each([
      ['cut_off', cutOff, 'has \\d+ bytes, but \\d+ according to '],
      ['damaged', damaged, 'does not have the SHA-256 in '],
    ])('refuses a %s file and restores nothing', async (name, change, reason) => {
      const database = await emptyDatabase(name);
      const file = await copyOf(name, change);
      await writeFile(`${file}.json`, await readFile(`${backup()}.json`));
      expect(await run(withKey(database), 'restore', file)).toMatchObject({
        status: 1,
        output: '',
        errors: oneLine(`${file} ${reason}`),
      });
      expect(await tablesOf(database)).toEqual([]);
    });

    it.each([
      ['lone_cut_off', cutOff],
      ['lone_damaged', damaged],
      ['lone_other', other],
    ])('refuses the file %s also without its description', async (name, change) => {
      const database = await emptyDatabase(name);
      const file = await copyOf(name, change);
      expect(await run(withKey(database), 'restore', file)).toMatchObject({
        status: 1,
        output: '',
        errors: oneLine('pg_restore failed: '),
      });
      expect(await tablesOf(database)).toEqual([]);
    });
  });

  it('verifies a backup in a database of its own, which it drops', async () => {
    const verified = await run(withKey('halyard'), 'backup', 'verify', backup());
    expect(verified).toMatchObject({ status: 0, output: expect.stringMatching(/^COMPLETE: /m) });
    expect(
      await server.execute('postgres', `SELECT FROM pg_database WHERE datname LIKE 'halyard_verify%'`),
    ).toEqual([]);
  });

  it('counts wallet keys that do not derive their address', async () => {
    await server.execute('postgres', 'CREATE DATABASE swapped TEMPLATE halyard');
    await server.execute(
      'swapped',
      `UPDATE wallets SET private_key = (SELECT private_key FROM wallets WHERE network = 'TRON') WHERE network = 'ETH'`,
    );
    const file = inFolder('swapped.dump');
    expect(await run(withKey('swapped'), 'backup', file)).toMatchObject({ status: 0 });
    const verified = await run(withKey('swapped'), 'backup', 'verify', file);
    expect(verified).toMatchObject({ status: 1, output: expect.stringMatching(/^NOT COMPLETE: /m) });
    expect(verified.output).toContain('Wallet keys: FAILED: 2 of 3 derive their address.');
    expect(
      await server.execute('postgres', `SELECT FROM pg_database WHERE datname LIKE 'halyard_verify%'`),
    ).toEqual([]);
  });
});
