import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plantWallet } from '../../../test/planted-wallet.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestInbox } from '../../../test/test-audit-inbox.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditWith } from '../../app.ts';
import { examineSeal } from '../../infra/audit/chain/audit-seal.ts';
import { contentOfEntry } from '../../infra/audit/entry/new-entry.ts';
import { writeWaitingEntry } from '../../infra/audit/inbox/inbox-entries.ts';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';
import { openSecret, sealSecret } from '../../infra/crypto/envelope.ts';
import { createEnvironmentKeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import { type MasterKeyFile, openMasterKeyFile } from '../../infra/crypto/master-key-file.ts';
import { fixedMasterKeys, type MasterKeys } from '../../infra/crypto/master-keys.ts';
import { createDatabase, type Database } from '../../infra/db/database.ts';
import { createOutbox } from '../../infra/outbox/outbox.ts';
import { nameOf, SEALED_COLUMNS } from '../../infra/sealed-columns.ts';
import { findForeignRows } from '../../infra/sealed-rows/find-foreign-rows.ts';
import { openSealedRows } from '../../infra/sealed-rows/open-sealed-rows.ts';
import { SEALED_TABLES } from '../../infra/sealed-rows/row-seal.ts';
import { requireSealKey, requireSecretKeys } from './master-key-check.ts';
import { runMasterKeyCommand } from './master-key-commands.ts';
import { type RotationParts, rotateMasterKey } from './master-key-rotation.ts';
import { rewrapColumn } from './rewrap-column.ts';

const ADMINISTRATORS = 450;
/** TOTP secrets, a setup, a mail and a wallet key. */
const BATCHES = [0, 1, 2, 3, 4, 5];
const OTHERS = 3;

let scratch: TestDatabase;
let dataDir: string;
let file: MasterKeyFile;

beforeEach(async () => {
  scratch = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'halyard-rotation-'));
  file = await openMasterKeyFile(dataDir);
});
afterEach(async () => {
  await scratch.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function partsOf(masterKeys: MasterKeys, keyFile: MasterKeyFile | undefined): RotationParts {
  return {
    database: scratch.database,
    masterKeys,
    file: keyFile,
    appendAudit: auditWith(masterKeys, Date.now),
    auditInbox: createTestInbox({ database: scratch.database, masterKeys }),
    settle: async () => undefined,
    onProgress: () => undefined,
  };
}

const keyLines = async () => (await readFile(join(dataDir, 'master.key'), 'utf8')).trimEnd().split('\n');
const { log } = createRecordingLog();
const secretOf = (id: string) => Buffer.from(`secret of ${id}`);

/** Seals secrets for this many administrators, one setup, one mail and one wallet. */
async function seed(masterKeys: MasterKeys, administrators = ADMINISTRATORS): Promise<void> {
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const sealedRows = openSealedRows({ masterKeys, log });
  await scratch.database.transaction(async (transaction) => {
    for (let number = 0; number < administrators; number++) {
      const id = randomUUID();
      const totp_secret = await sealSecret(keys, { kind: 'administrator_totp', id }, secretOf(id));
      await sealedRows.insert(transaction, 'administrators', {
        id,
        email: `${id}@x.y`,
        email_key: `${id}@x.y`,
        password_hash: '',
        totp_secret,
        totp_enabled_at: new Date(),
      });
      if (number > 0) continue;
      const session = randomUUID();
      await sealedRows.insert(transaction, 'sessions', {
        id: session,
        token_hash: Buffer.alloc(0),
        administrator_id: id,
        stage: 'enrol',
        expires_at: new Date(),
        ip_address: '',
        user_agent: '',
      });
      const secret = await sealSecret(keys, { kind: 'two_factor_setup', id: session }, secretOf(session));
      await sql`INSERT INTO two_factor_setups (session_id, secret, echo_digest, expires_at)
        VALUES (${session}, ${secret}, '', now())`.execute(transaction);
    }
    const outbox = createOutbox({ keys });
    await outbox.enqueueMail(transaction, { kind: 'two_factor_disabled', to: 'a@x.y', trace: undefined });
    await auditWith(masterKeys, Date.now)(transaction, {
      action: 'user.block',
      category: 'user_management',
      description: 'User blocked',
      status: 'success',
      actor: { type: 'system' },
      resource: { type: 'user' },
    });
  });
  await plantWallet({ database: scratch.database, masterKeys });
}

/** Opens every secret with only these keys and returns their number. */
async function openAll(masterKeys: MasterKeys): Promise<number> {
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const { reader } = scratch.database;
  const administrators = await reader.selectFrom('administrators').select(['id', 'totp_secret']).execute();
  for (const { id, totp_secret } of administrators) {
    const opened = await openSecret(keys, { kind: 'administrator_totp', id }, totp_secret ?? Buffer.alloc(0));
    expect(opened).toEqual(secretOf(id));
  }
  const setUps = await reader.selectFrom('two_factor_setups').selectAll().execute();
  for (const { session_id: id, secret } of setUps) {
    expect(await openSecret(keys, { kind: 'two_factor_setup', id }, secret)).toEqual(secretOf(id));
  }
  const mails = await reader.selectFrom('outbox').select(['id', 'payload']).execute();
  for (const { id, payload } of mails) {
    const opened = await openSecret(keys, { kind: 'outbox_entry', id }, payload ?? Buffer.alloc(0));
    expect(JSON.parse(opened.toString())).toMatchObject({ to: 'a@x.y' });
  }
  const wallets = await reader
    .selectFrom('wallets')
    .select(['key_owner', 'public_key', 'private_key'])
    .execute();
  for (const { key_owner: id, public_key, private_key } of wallets) {
    const opened = await openSecret(keys, { kind: 'wallet_key', id }, private_key ?? Buffer.alloc(0));
    expect(deriveWallet('ETH', opened).publicKey).toBe(public_key);
  }
  expect(await findForeignRows(reader, openSealedRows({ masterKeys, log }))).toEqual([]);
  const head = await reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  expect(examineSeal(head, masterKeys())).toBe('right');
  return administrators.length + setUps.length + mails.length + wallets.length;
}

async function auditedRotations() {
  return await scratch.database.reader
    .selectFrom('audit_log')
    .select(['description', 'status', 'actor_type', 'action_category', 'metadata'])
    .where('action', '=', 'master_key.rotate')
    .orderBy('sequence')
    .execute();
}

describe('rotateMasterKey with a key file', () => {
  it('re-wraps every secret under a new key and drops the old one', async () => {
    await seed(file.masterKeys);
    const [former] = file.masterKeys();
    const rewrapped = {
      'administrators.totp_secret': ADMINISTRATORS,
      'two_factor_setups.secret': 1,
      'outbox.payload': 1,
      'wallets.private_key': 1,
    };
    expect(await rotateMasterKey(partsOf(file.masterKeys, file))).toEqual({
      rewrapped,
      resealed: ADMINISTRATORS + 2,
      broken: [],
    });
    expect(await keyLines()).toHaveLength(1);
    const [current] = file.masterKeys();
    expect(current.id).not.toEqual(former.id);
    expect(await openAll(file.masterKeys)).toBe(ADMINISTRATORS + OTHERS);

    const entry = { actor_type: 'system', action_category: 'configuration' };
    const key_id = current.id.toString('hex');
    expect(await auditedRotations()).toEqual([
      { ...entry, description: 'Master key rotation started', status: 'partial', metadata: { key_id } },
      { ...entry, description: 'Master key rotated', status: 'success', metadata: { key_id, rewrapped } },
    ]);
  });

  it('re-wraps the key of a wallet with the nil uuid', async () => {
    await seed(file.masterKeys, 1);
    const uuid = '00000000-0000-0000-0000-000000000000';
    await plantWallet({ database: scratch.database, masterKeys: file.masterKeys }, { uuid });
    expect((await rotateMasterKey(partsOf(file.masterKeys, file))).rewrapped['wallets.private_key']).toBe(2);
    expect(await keyLines()).toHaveLength(1);
    expect(await openAll(file.masterKeys)).toBe(1 + OTHERS + 1);
  });

  it('keeps the old key if a secret under it appears at the end', async () => {
    await seed(file.masterKeys, 1);
    const former = fixedMasterKeys(Buffer.from((await keyLines())[0] ?? '', 'base64'));
    const parts = partsOf(file.masterKeys, file);
    const { transaction } = scratch.database;
    const isRetired = async () =>
      (await scratch.database.reader.selectFrom('retired_master_keys').selectAll().execute()).length > 0;
    let passes = 0;
    const passesAtEnd = SEALED_COLUMNS.length + SEALED_TABLES.length + 1;
    const withLateSecret: typeof transaction = async (work) => {
      if ((await isRetired()) && passes++ === passesAtEnd) {
        await sql`ALTER TABLE wallets DISABLE TRIGGER USER`.execute(scratch.database.reader);
        await plantWallet({ database: scratch.database, masterKeys: former });
      }
      return await transaction(work);
    };
    const database = { ...scratch.database, transaction: withLateSecret };
    await expect(rotateMasterKey({ ...parts, database })).rejects.toThrow(
      /^wallets.private_key: 1 are still wrapped under an old master key, which was kept/,
    );
    expect(await keyLines()).toHaveLength(2);
    expect((await auditedRotations()).map(({ status }) => status)).toEqual(['partial']);
    expect(await openAll(file.masterKeys)).toBe(1 + OTHERS + 1);

    await rotateMasterKey(parts);
    expect(await keyLines()).toHaveLength(1);
    expect(await openAll(file.masterKeys)).toBe(1 + OTHERS + 1);
  });

  it('links its last entry before it drops the key of the seal before', async () => {
    await seed(file.masterKeys, 1);
    // As if the last rotation was interrupted, so that this one has no first entry.
    await file.addKey();
    const appendAudit: RotationParts['appendAudit'] = async (transaction, entry) =>
      await writeWaitingEntry(transaction, contentOfEntry(entry, new Date()), file.masterKeys()[0]);
    await rotateMasterKey({ ...partsOf(file.masterKeys, file), appendAudit });
    expect(await keyLines()).toHaveLength(1);
    expect(await openAll(file.masterKeys)).toBe(1 + OTHERS);
  });

  it('can be called repeatedly, even without secrets', async () => {
    await rotateMasterKey(partsOf(file.masterKeys, file));
    await seed(file.masterKeys, 3);
    await rotateMasterKey(partsOf(file.masterKeys, file));
    await rotateMasterKey(partsOf(file.masterKeys, file));
    expect(await openAll(file.masterKeys)).toBe(3 + OTHERS);
  });

  it('resumes after an interruption at any step', async () => {
    await seed(file.masterKeys);
    const parts = partsOf(file.masterKeys, file);
    const interrupt = () => {
      throw new Error('interrupted');
    };
    const interruptions: readonly Partial<RotationParts>[] = [
      { appendAudit: async () => interrupt() },
      ...BATCHES.map(() => ({ onProgress: interrupt })),
      { settle: async () => interrupt() },
      { appendAudit: async () => interrupt() },
      { file: { ...file, dropPrevious: async () => interrupt() } },
    ];
    const seen = new Set<string | undefined>();
    for (const interruption of interruptions) {
      await expect(rotateMasterKey({ ...parts, ...interruption })).rejects.toThrow('interrupted');
      const lines = await keyLines();
      expect(lines).toHaveLength(2);
      seen.add(lines[0]);
      expect(await openAll(file.masterKeys)).toBe(ADMINISTRATORS + OTHERS);
    }
    await rotateMasterKey(parts);
    expect(await keyLines()).toEqual([...seen]);
    expect(await openAll(file.masterKeys)).toBe(ADMINISTRATORS + OTHERS);
  });

  it('re-wraps a secret that was sealed under the old key but stored late', async () => {
    await seed(file.masterKeys, 1);
    const late = fixedMasterKeys(
      (await keyLines()).map((line) => Buffer.from(line, 'base64'))[0] ?? Buffer.alloc(0),
    );
    const stored = Promise.withResolvers<void>();
    const hold = Promise.withResolvers<void>();
    const storing = scratch.database.transaction(async (transaction) => {
      const keys = createEnvironmentKeyWrapper(late);
      await createOutbox({ keys }).enqueueMail(transaction, {
        kind: 'two_factor_disabled',
        to: 'a@x.y',
        trace: undefined,
      });
      stored.resolve();
      await hold.promise;
    });
    await stored.promise;
    const rotating = rotateMasterKey({
      ...partsOf(file.masterKeys, file),
      settle: async () => hold.resolve(),
    });
    await Promise.all([storing, rotating]);
    expect(await openAll(file.masterKeys)).toBe(1 + OTHERS + 1);

    await expect(seed(late, 1)).rejects.toThrow('retired master key');
    expect(await openAll(file.masterKeys)).toBe(1 + OTHERS + 1);
  });

  it('ends with one key if two rotations run at once', async () => {
    await seed(file.masterKeys);
    const other = await openMasterKeyFile(dataDir);
    await Promise.all([
      rotateMasterKey(partsOf(file.masterKeys, file)),
      rotateMasterKey(partsOf(other.masterKeys, other)),
    ]);
    expect(await keyLines()).toHaveLength(1);
    expect(await openAll(file.masterKeys)).toBe(ADMINISTRATORS + OTHERS);
  });

  it('keeps the old key while a secret cannot be decrypted', async () => {
    await seed(file.masterKeys, 3);
    await sql`UPDATE administrators a SET totp_secret = b.totp_secret FROM administrators b
      WHERE a.id = (SELECT min(id::text)::uuid FROM administrators)
        AND b.id = (SELECT max(id::text)::uuid FROM administrators)`.execute(scratch.database.reader);
    const lines: string[] = [];
    const run = async () =>
      await runMasterKeyCommand(partsOf(file.masterKeys, file), [], (line) => lines.push(line));
    expect(await run()).toBe(false);
    expect(lines.join('\n')).toMatch(/^administrators.totp_secret [0-9a-f-]{36} cannot be decrypted/m);
    expect(await keyLines()).toHaveLength(2);
    const retired = await scratch.database.reader.selectFrom('retired_master_keys').selectAll().execute();
    expect(retired).toEqual([]);

    await sql`DELETE FROM administrators WHERE id = (SELECT min(id::text)::uuid FROM administrators)`.execute(
      scratch.database.reader,
    );
    expect(await run()).toBe(true);
    expect(await keyLines()).toHaveLength(1);
    await openAll(file.masterKeys);
  });

  it.each([
    ['seal', 'UPDATE audit_head SET seal = sha256(seal)'],
    ['number', 'UPDATE audit_head SET sequence = sequence - 1'],
    ['hash', 'UPDATE audit_head SET hash = sha256(hash)'],
    ['seal removed', 'UPDATE audit_head SET seal = NULL'],
  ])('stops before any change if the audit head was altered: %s', async (_, statement) => {
    await seed(file.masterKeys, 1);
    const before = await keyLines();
    await sql.raw(statement).execute(scratch.database.reader);
    await expect(rotateMasterKey(partsOf(file.masterKeys, file))).rejects.toThrow(
      /^The audit log's head \(entry \d\)/,
    );
    expect(await keyLines()).toEqual(before);
  });
});

describe('reading a table for longer than the statement timeout', () => {
  const STATEMENT_MS = 1_000;
  let hurried: Database;
  let masterKeys: MasterKeys;
  beforeEach(async () => {
    masterKeys = fixedMasterKeys(randomBytes(32), randomBytes(32));
    await seed(masterKeys, 1);
    for (const statement of [
      'ALTER TABLE two_factor_setups RENAME TO kept_setups',
      `CREATE VIEW two_factor_setups WITH (security_barrier) AS
        SELECT * FROM kept_setups WHERE pg_sleep(${(1.3 * STATEMENT_MS) / 1_000}) IS NOT NULL`,
    ]) {
      await sql.raw(statement).execute(scratch.database.reader);
    }
    hurried = createDatabase({ connection: scratch.connection, max: 1, log: createRecordingLog().log });
    await hurried.query({ text: `SET statement_timeout = ${STATEMENT_MS}` });
    await expect(sql`SELECT FROM two_factor_setups`.execute(hurried.reader)).rejects.toThrow(
      'statement timeout',
    );
  });
  afterEach(async () => await hurried.close());

  it('requireSecretKeys checks the whole table', async () => {
    await requireSecretKeys(hurried, masterKeys);
    await expect(requireSecretKeys(hurried, fixedMasterKeys(randomBytes(32)))).rejects.toThrow(
      /^MASTER_KEY: /,
    );
  });

  it('rotateMasterKey re-wraps and counts the whole table', async () => {
    const parts = { ...partsOf(masterKeys, undefined), database: hurried };
    expect(await rotateMasterKey(parts)).toEqual({ rewrapped: {}, resealed: 0, broken: [] });
    expect((await auditedRotations()).map(({ status }) => status)).toEqual(['success']);
  });
});

describe('rotateMasterKey with keys from the environment', () => {
  it('re-wraps every secret under MASTER_KEY, so that the old key is no longer needed', async () => {
    const [former, current] = [randomBytes(32), randomBytes(32)];
    await seed(fixedMasterKeys(former));
    await expect(requireSecretKeys(scratch.database, fixedMasterKeys(current))).rejects.toThrow(
      new RegExp(`^MASTER_KEY: ${ADMINISTRATORS} secrets in administrators.totp_secret [^\\n]+$`),
    );
    await expect(requireSealKey(scratch.database, fixedMasterKeys(current))).rejects.toThrow(
      /^MASTER_KEY: the audit log was sealed under another master key \(key [0-9a-f]{16}\): [^\n]+$/,
    );

    const both = fixedMasterKeys(current, former);
    await requireSecretKeys(scratch.database, both);
    await requireSealKey(scratch.database, both);
    const lines: string[] = [];
    expect(await runMasterKeyCommand(partsOf(both, undefined), [], (line) => lines.push(line))).toBe(true);
    expect(lines).toContain('administrators.totp_secret: 400 re-wrapped');
    expect(lines.at(-2)).toBe(
      `${ADMINISTRATORS + OTHERS} secrets re-wrapped; ${ADMINISTRATORS + 2} rows and the audit log were resealed.`,
    );
    expect(lines.at(-1)).toMatch(/can now be removed/);
    await requireSecretKeys(scratch.database, fixedMasterKeys(current));
    await requireSealKey(scratch.database, fixedMasterKeys(current));
    expect(await openAll(fixedMasterKeys(current))).toBe(ADMINISTRATORS + OTHERS);
  });

  it('says which keys to set if there is only one', async () => {
    const lines: string[] = [];
    const alone = partsOf(fixedMasterKeys(randomBytes(32)), undefined);
    expect(await runMasterKeyCommand(alone, [], (line) => lines.push(line))).toBe(false);
    expect(lines.join(' ')).toContain('MASTER_KEY_PREVIOUS');
  });
});

it('a rotation does not overwrite a secret that changed during it', async () => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  await seed(fixedMasterKeys(former), 1);
  const masterKeys = fixedMasterKeys(current, former);
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const { id } = await scratch.database.reader
    .selectFrom('administrators')
    .select('id')
    .executeTakeFirstOrThrow();
  const owner = { kind: 'administrator_totp', id } as const;
  const enrolled = await sealSecret(keys, owner, Buffer.from('enrolled meanwhile'));
  const wrap: typeof keys.wrap = async (...args) => {
    await sql`UPDATE administrators SET totp_secret = ${enrolled}`.execute(scratch.database.reader);
    return await keys.wrap(...args);
  };
  const parts = { database: scratch.database, keys: { ...keys, wrap }, masterKeys };
  const column = SEALED_COLUMNS.find(({ table }) => table === 'administrators');
  if (column === undefined) throw new Error('administrators hold secrets');
  const result = await rewrapColumn(parts, column, () => undefined);
  expect(result).toEqual({ rewrapped: 0, changed: 1, broken: [] });
  const { totp_secret } = await scratch.database.reader
    .selectFrom('administrators')
    .select('totp_secret')
    .executeTakeFirstOrThrow();
  expect(totp_secret).toEqual(enrolled);
});

it('an old seal without a key id is matched by trying each key', async () => {
  const key = randomBytes(32);
  await seed(fixedMasterKeys(key), 0);
  await sql`UPDATE audit_head SET seal_key_id = NULL`.execute(scratch.database.reader);
  await requireSealKey(scratch.database, fixedMasterKeys(randomBytes(32), key));
  await expect(requireSealKey(scratch.database, fixedMasterKeys(randomBytes(32)))).rejects.toThrow(
    /^MASTER_KEY: /,
  );
});

it('every sealed column rejects a secret under a retired key', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT tgrelid::regclass || '.' || encode(substring(tgargs FOR length(tgargs) - 1), 'escape') AS name
    FROM pg_trigger WHERE tgfoid = 'refuse_retired_master_key'::regproc`.execute(scratch.database.reader);
  const seals = [
    ...SEALED_TABLES.map((table) => `${table}.seal`),
    'audit_inbox.seal',
    'wallets.address_seal',
  ];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...SEALED_COLUMNS.map(nameOf), ...seals].toSorted(),
  );
});
