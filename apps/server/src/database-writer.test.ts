import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BackupDesk, openBackupDesk } from '../test/backup-desk.ts';
import type { PlantedWallet } from '../test/planted-wallet.ts';
import { createRecordingLog } from '../test/recording-log.ts';
import { TEST_PASSWORD } from '../test/test-application.ts';
import type { TestBrowser } from '../test/test-browser.ts';
import { connectPlatform, testUser, uuidOf } from '../test/test-platform.ts';
import { auditWith } from './app.ts';
import { createFirstAdministrator } from './features/auth/administrators/administrator-service.ts';
import { setPassword } from './features/auth/administrators/administrator-store.ts';
import { settleForgottenExports } from './features/exports/settle-forgotten-exports.ts';
import { createServiceKeyService } from './features/service-keys/service-key-service.ts';
import { tokenHash } from './infra/crypto/token.ts';
import { findForeignRows } from './infra/sealed-rows/find-foreign-rows.ts';
import { openSealedRows } from './infra/sealed-rows/open-sealed-rows.ts';
import { createRowMemory } from './infra/sealed-rows/row-memory.ts';
import { openRowVersionFile, type RowVersionFile } from './infra/sealed-rows/row-version-file.ts';

/** Somebody who may write each table, but does not have the master key. */

const OWN_PASSWORD = 'Attackers-Own-9-Password';

let desk: BackupDesk;
let wallet: PlantedWallet;
let other: { readonly id: string; readonly email: string };
beforeAll(async () => {
  desk = await openBackupDesk();
  wallet = await desk.plant();
  other = await desk.account.test.createAdministrator('mallory@example.com');
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => {
  await desk.account.execute('DELETE FROM sessions');
  await desk.account.putBack();
  const { test } = desk.account;
  other = await test.createAdministrator('mallory@example.com');
  const hash = await test.passwords.hash(OWN_PASSWORD);
  await test.database.transaction((transaction) => setPassword(transaction, test.sealedRows, other.id, hash));
});

/** Writes as somebody without the master key does. */
async function tamper(...statements: readonly ReturnType<typeof sql>[]): Promise<void> {
  const { database } = desk.account.test;
  for (const statement of statements)
    await database.transaction((transaction) => statement.execute(transaction));
}

async function foreignRows(): Promise<number> {
  const { database, sealedRows } = desk.account.test;
  return (await findForeignRows(database.reader, sealedRows)).length;
}

async function refusals(): Promise<number> {
  const lines = (await desk.account.test.metrics.text()).split('\n');
  return lines
    .filter((line) => line.startsWith('halyard_foreign_rows_refused_total{'))
    .reduce((sum, line) => sum + Number(line.split(' ')[1]), 0);
}

/** Expects the attempt to be refused, counted, and found by the check of all rows. */
async function expectRefused(attempt: () => Promise<{ readonly status: number }>): Promise<void> {
  const before = await refusals();
  expect([400, 401, 403]).toContain((await attempt()).status);
  expect(await refusals()).toBeGreaterThan(before);
  expect(await foreignRows()).toBeGreaterThan(0);
}

function browserWith(token: string): TestBrowser {
  const browser = desk.account.test.newBrowser();
  browser.cookie = desk.account.test.sessionCookie(token);
  return browser;
}

const idOfOwner = () => desk.account.owner.id;
const signIn = async (password = TEST_PASSWORD, email = desk.account.owner.email) =>
  await desk.account.test.newBrowser().signIn(email, password);
const ownSession = (token: string, administratorId: string, stage = 'full') => sql`INSERT INTO sessions
  (token_hash, administrator_id, stage, second_factor_at, expires_at, ip_address, user_agent)
  VALUES (${tokenHash(token)}, ${administratorId}, ${stage}, now(), now() + interval '12 hours', '192.0.2.9', 'x')`;

it('reads no row as foreign that the product wrote', async () => {
  const browser = await desk.account.openSession();
  expect((await desk.backUp(wallet, browser)).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  expect((await signIn('Wrong-Password-000')).status).toBe(401);
  expect(await foreignRows()).toBe(0);
});

describe('a database writer gets no session', () => {
  it('by inserting one', async () => {
    await tamper(ownSession('t'.repeat(43), idOfOwner()));
    await expectRefused(async () => await browserWith('t'.repeat(43)).get('/auth/me'));
  });

  it('by copying the row of another one under a token of their own', async () => {
    await desk.account.openSession();
    await tamper(sql`INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object(
      'id', gen_random_uuid(), 'token_hash', ${`\\x${tokenHash('c'.repeat(43)).toString('hex')}`}::text))).* FROM sessions s`);
    await expectRefused(async () => await browserWith('c'.repeat(43)).get('/auth/me'));
  });

  it.each([
    ['another administrator', () => sql`UPDATE sessions SET administrator_id = ${other.id}`],
    ['a later end', () => sql`UPDATE sessions SET expires_at = now() + interval '1 year'`],
    ['a later request', () => sql`UPDATE sessions SET last_seen_at = now() + interval '1 hour'`],
    ['a newer code', () => sql`UPDATE sessions SET second_factor_at = now() + interval '1 hour'`],
  ])('by giving theirs %s', async (_what, statement) => {
    const browser = await desk.account.openSession();
    await tamper(statement());
    await expectRefused(async () => await browser.get('/auth/me'));
  });

  it('by turning a session after the password into a full one', async () => {
    const browser = desk.account.test.newBrowser();
    await browser.signIn(desk.account.owner.email, TEST_PASSWORD);
    await tamper(sql`UPDATE sessions SET stage = 'full', second_factor_at = now()`);
    await expectRefused(async () => await browser.get('/users'));
  });

  it('by opening an ended one again', async () => {
    const browser = await desk.account.openSession();
    const thief = desk.account.test.newBrowser();
    thief.cookie = browser.cookie;
    await browser.post('/auth/logout');
    await tamper(sql`UPDATE sessions SET ended_at = NULL, end_reason = NULL`);
    await expectRefused(async () => await thief.get('/auth/me'));
  });

  it('by putting back the row from before its end', async () => {
    const browser = await desk.account.openSession();
    const thief = desk.account.test.newBrowser();
    thief.cookie = browser.cookie;
    await tamper(sql`CREATE TABLE stolen AS TABLE sessions`);
    await browser.post('/auth/logout');
    await tamper(
      sql`DELETE FROM sessions`,
      sql`INSERT INTO sessions SELECT * FROM stolen`,
      sql`DROP TABLE stolen`,
    );
    await expectRefused(async () => await thief.get('/auth/me'));
  });
});

describe('somebody who may also change tables gets no session', () => {
  it('by a trigger that changes the session of the next sign-in', async () => {
    const hash = `\\\\x${tokenHash('t'.repeat(43)).toString('hex')}`;
    await tamper(
      sql.raw(`CREATE FUNCTION take() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.token_hash := E'${hash}'; RETURN NEW; END $$`),
      sql`CREATE TRIGGER take BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION take()`,
    );
    const before = await refusals();
    expect((await signIn()).status).toBe(500);
    expect(await refusals()).toBe(before + 1);
    await tamper(sql`DROP FUNCTION take CASCADE`);
    expect((await browserWith('t'.repeat(43)).get('/auth/me')).status).toBe(401);
  });

  it('by a trigger that gives a new administrator a backup code', async () => {
    const { test } = desk.account;
    await tamper(
      sql.raw(`CREATE FUNCTION give() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.backup_codes := ARRAY['\\x01'::bytea]; RETURN NEW; END $$`),
      sql`CREATE TRIGGER give BEFORE INSERT ON administrators FOR EACH ROW EXECUTE FUNCTION give()`,
    );
    await expect(test.createAdministrator('given@example.com')).rejects.toThrow(
      'administrators.backup_codes',
    );
    await tamper(sql`DROP FUNCTION give CASCADE`);
  });

  it('by a second row with the id, number and place of a session that was verified', async () => {
    const browser = await desk.account.openSession();
    const token = 'z'.repeat(43);
    expect((await browser.get('/auth/me')).status).toBe(200);
    await tamper(sql`ALTER TABLE sessions RENAME TO genuine`);
    await tamper(sql`CREATE TABLE sessions (LIKE genuine INCLUDING ALL)`);
    await desk.account.test.database.transaction(async (transaction) => {
      await sql`INSERT INTO sessions SELECT * FROM genuine`.execute(transaction);
      await sql`CREATE TABLE twin () INHERITS (sessions)`.execute(transaction);
      await sql`INSERT INTO twin SELECT (jsonb_populate_record(s, jsonb_build_object('administrator_id', ${other.id}::text,
        'token_hash', ${`\\x${tokenHash(token).toString('hex')}`}::text))).* FROM ONLY sessions s`.execute(
        transaction,
      );
      await sql`GRANT ALL ON sessions, twin TO PUBLIC`.execute(transaction);
    });
    expect((await browser.get('/auth/me')).body.email).toBe(desk.account.owner.email);
    expect((await browserWith(token).get('/auth/me')).status).toBe(401);
    await tamper(sql`DROP TABLE sessions CASCADE`, sql`ALTER TABLE genuine RENAME TO sessions`);
  });
});

describe('a database writer does not sign in', () => {
  it('with an administrator of their own', async () => {
    await tamper(sql`INSERT INTO administrators (email, email_key, password_hash)
      SELECT 'new@example.com', 'new@example.com', password_hash FROM administrators WHERE id = ${other.id}`);
    await expectRefused(async () => await signIn(TEST_PASSWORD, 'new@example.com'));
  });

  it('with a password hash of their own', async () => {
    const hash = await desk.account.test.passwords.hash(OWN_PASSWORD);
    await tamper(sql`UPDATE administrators SET password_hash = ${hash} WHERE id = ${idOfOwner()}`);
    await expectRefused(async () => await signIn(OWN_PASSWORD));
  });

  it('with the password hash of another administrator', async () => {
    await tamper(sql`UPDATE administrators a SET password_hash = o.password_hash FROM administrators o
      WHERE a.id = ${idOfOwner()} AND o.id = ${other.id}`);
    await expectRefused(async () => await signIn(OWN_PASSWORD));
  });

  it('with the whole row of another administrator under the email of the owner', async () => {
    await tamper(
      sql`DELETE FROM administrators WHERE id = ${idOfOwner()}`,
      sql`UPDATE administrators SET email = ${desk.account.owner.email}, email_key = ${desk.account.owner.email}`,
    );
    await expectRefused(async () => await signIn(OWN_PASSWORD));
  });

  it('without a second factor after emptying it', async () => {
    await tamper(sql`UPDATE administrators SET totp_secret = NULL, totp_enabled_at = NULL,
      backup_code_salt = NULL, backup_codes = '{}' WHERE id = ${idOfOwner()}`);
    await expectRefused(async () => await signIn());
  });

  it('to an account that is disabled', async () => {
    await desk.account.execute(`UPDATE administrators SET disabled_at = now() WHERE id = '${idOfOwner()}'`);
    await tamper(sql`UPDATE administrators SET disabled_at = NULL`);
    await expectRefused(async () => await signIn());
  });

  it('with a reset link of their own', async () => {
    const token = 'r'.repeat(43);
    await tamper(sql`UPDATE administrators SET reset_link_hash = ${tokenHash(token)},
      reset_link_expires_at = now() + interval '30 minutes' WHERE id = ${idOfOwner()}`);
    const { test } = desk.account;
    const browser = test.newBrowser();
    await browser.get('/auth/csrf-cookie');
    await expectRefused(
      async () =>
        await browser.post('/auth/password/reset/complete', { token, newPassword: 'Other-Horse-8-Battery' }),
    );
  });

  it('after lifting a lock of wrong codes', async () => {
    await desk.account.execute(`UPDATE administrators SET code_window_started_at = now(), code_failures = 9`);
    const browser = desk.account.test.newBrowser();
    await browser.signIn(desk.account.owner.email, TEST_PASSWORD);
    expect((await browser.post('/auth/2fa/verify', { code: desk.account.wrong() })).status).toBe(400);
    await tamper(sql`UPDATE administrators SET codes_locked_until = NULL`);
    await expectRefused(async () => await browser.post('/auth/2fa/verify', { code: desk.account.code() }));
  });
});

describe('a database writer gets no private key', () => {
  it('with a backup code of their own', async () => {
    const browser = await desk.account.openSession();
    const { database, passwords } = desk.account.test;
    const { rows } = await database.query<{ backup_code_salt: Buffer }>({
      text: 'SELECT backup_code_salt FROM administrators WHERE backup_code_salt IS NOT NULL',
    });
    const hash = await passwords.derive('7777777777', rows[0]?.backup_code_salt ?? Buffer.alloc(16));
    await tamper(sql`UPDATE administrators SET backup_codes = backup_codes || ${hash}::bytea`);
    await expectRefused(async () => await desk.ask(wallet, browser, '7777777777'));
  });

  it('with a used backup code whose row they put back', async () => {
    const browser = await desk.account.openSession();
    const [code = ''] = desk.account.owner.backupCodes;
    await tamper(sql`CREATE TABLE stolen AS TABLE administrators`);
    expect((await desk.ask(wallet, browser, code)).status).toBe(200);
    await tamper(
      sql`UPDATE administrators a SET backup_codes = s.backup_codes, totp_last_step = s.totp_last_step,
        step_up_failures = s.step_up_failures, version = s.version, seal = s.seal FROM stolen s WHERE a.id = s.id`,
      sql`DROP TABLE stolen`,
    );
    await expectRefused(async () => await desk.ask(wallet, browser, code));
  });
});

it('an administrator who was disabled from outside still gets the mail about a private key', async () => {
  const browser = await desk.account.openSession();
  await tamper(sql`UPDATE administrators SET disabled_at = now() WHERE id = ${other.id}`);
  expect((await desk.backUp(wallet, browser)).status).toBe(200);
  const mails = await desk.account.test.deliverMail();
  expect(mails.map(({ to }) => to)).toContain('mallory@example.com');
});

it('a database writer downloads no other list than the one that was prepared', async () => {
  const browser = await desk.account.openSession();
  const prepare = async () => (await browser.post('/exports', { of: 'merchants' })).body.address;
  expect((await browser.get(await prepare())).status).toBe(200);
  const address = await prepare();
  await tamper(sql`UPDATE exports SET request = '{"of": "users", "search": "", "includeDeleted": true}'`);
  const before = await refusals();
  expect((await browser.get(address)).status).toBe(404);
  expect(await refusals()).toBe(before + 1);
});

it.each(['{"of": "users", "search": "", "includeDeleted": true}', '{"of": "nothing"}'])(
  'a database writer makes no entry about an export that never ran: %s',
  async (request) => {
    const { test } = desk.account;
    await tamper(sql`DELETE FROM exports`);
    await desk.account.openSession();
    await tamper(sql`INSERT INTO exports (ticket_hash, session_id, administrator_id, request, expires_at, started_at,
      leased_until, rows_written)
    SELECT '\\x01', id, ${other.id}, ${request}::jsonb, now(),
      now() - interval '3 hours', now() - interval '2 hours', 5000 FROM sessions LIMIT 1`);
    await desk.account.newEntries();
    const before = await refusals();
    await settleForgottenExports({ ...test, appendAudit: auditWith(test.masterKeys, Date.now) });
    expect(await desk.account.newEntries()).toEqual([]);
    expect(await refusals()).toBe(before + 1);
    expect((await test.database.query({ text: 'SELECT FROM exports' })).rowCount).toBe(0);
  },
);

it('deleting all administrators does not bring back the first one', async () => {
  const { test } = desk.account;
  const parts = { ...test, appendAudit: auditWith(test.masterKeys, Date.now) };
  const first = async () =>
    await createFirstAdministrator(parts, { email: 'first@example.com', password: TEST_PASSWORD });
  expect(await first()).toBe('exists');
  await desk.account.execute('DELETE FROM administrators');
  expect(await first()).toBe('created');
  await desk.account.execute('DELETE FROM administrators');
  expect(await first()).toBe('lost');
  await desk.account.putBack();
});

describe('a database writer redirects no money', () => {
  it.each([
    [
      'an address of their own',
      () => sql`UPDATE wallets SET address = '0x000000000000000000000000000000000000dEaD'`,
    ],
    [
      'the address of another wallet, with its seal',
      (other: PlantedWallet) => sql`UPDATE wallets AS w SET address = o.address, address_seal = o.address_seal
        FROM wallets AS o WHERE o.id = ${other.id} AND w.id <> o.id`,
    ],
    [
      'an address without a seal',
      () => sql`UPDATE wallets SET address = reverse(address), address_seal = NULL`,
    ],
  ])('to %s', async (_what, statement) => {
    const shown = await desk.plant();
    const other = await desk.plant({ network: 'POLYGON' });
    await desk.account.test.database.query({
      text: 'DELETE FROM wallets WHERE id <> ALL ($1)',
      values: [[shown.id, other.id]],
    });
    const browser = await desk.account.openSession();
    expect((await browser.get(`/wallets/${shown.id}`)).body).toMatchObject({ address: shown.address });
    await tamper(statement(other));
    const before = await refusals();
    const { wallets } = (await browser.get('/wallets/outbound')).body;
    const inList = wallets.find(({ id }: { readonly id: string }) => id === shown.id);
    for (const body of [inList, (await browser.get(`/wallets/${shown.id}`)).body]) {
      expect(body).toMatchObject({ address: '', addressChanged: true, explorerUrl: null });
    }
    expect(await refusals()).toBeGreaterThan(before);
    await desk.account.execute('DELETE FROM wallets');
    wallet = await desk.plant();
  });
});

describe('a database writer feeds nothing', () => {
  it.each([
    ['a key that was revoked', sql`UPDATE service_keys SET revoked_at = NULL`],
    ['a key of their own', sql`UPDATE service_keys SET secret_hash = ${tokenHash('x')}`],
    ['another scope', sql`UPDATE service_keys SET scopes = scopes || ARRAY['feed:other']`],
  ])('with %s', async (_what, statement) => {
    const { test } = desk.account;
    const { key, post } = await connectPlatform(test);
    const feed = async () => await post('/users', { users: [testUser(900)] });
    expect((await feed()).status).toBe(200);
    const keys = createServiceKeyService({ ...test, appendAudit: auditWith(test.masterKeys, Date.now) });
    await keys.revoke(key.id);
    expect((await feed()).status).toBe(401);
    expect(await foreignRows()).toBe(0);
    await tamper(statement);
    expect((await feed()).status).toBe(401);
    expect(await foreignRows()).toBe(1);
    await desk.account.execute('DELETE FROM service_keys');
  });
});

describe('a database writer redeems no invitation', () => {
  it.each([
    [
      'that they inserted',
      (hash: Buffer) => sql`INSERT INTO invitations (email, email_key, token_hash, expires_at)
        VALUES ('eve@example.com', 'eve@example.com', ${hash}, now() + interval '1 day')`,
    ],
    [
      'to which they gave a token of their own',
      (hash: Buffer) => sql`UPDATE invitations SET token_hash = ${hash} WHERE status = 'pending'`,
    ],
    [
      'that was revoked',
      (hash: Buffer) => sql`UPDATE invitations SET status = 'pending', token_hash = ${hash}`,
    ],
  ])('%s', async (what, statement) => {
    const { test } = desk.account;
    const { post } = await connectPlatform(test);
    const browser = await desk.account.openSession();
    expect((await browser.post('/invitations', { email: 'nova@example.com' })).status).toBe(204);
    const [invitation] = (await browser.get('/invitations')).body.invitations;
    if (what.includes('revoked')) await browser.send('DELETE', `/invitations/${invitation.id}`);
    const token = 'i'.repeat(43);
    await tamper(statement(tokenHash(token)));
    const user = { uuid: uuidOf(77), name: 'Eve', createdAt: '2026-02-03T04:05:06.789Z' };
    const before = await refusals();
    const answer = await post('/invitations/redeem', { token, user });
    expect([answer.status, answer.body.status]).toEqual([400, 'invalid_token']);
    expect(await refusals()).toBe(before + 1);
    await desk.account.execute('DELETE FROM invitations; DELETE FROM service_keys');
  });
});

it('somebody who may also change tables redeems no invitation that stays revoked', async () => {
  const { test } = desk.account;
  const { post } = await connectPlatform(test);
  const browser = await desk.account.openSession();
  await browser.post('/invitations', { email: 'nova@example.com' });
  const [invitation] = (await browser.get('/invitations')).body.invitations;
  await browser.send('DELETE', `/invitations/${invitation.id}`);
  const token = 'i'.repeat(43);
  await tamper(
    sql`ALTER TABLE invitations DROP CONSTRAINT invitations_check`,
    sql`UPDATE invitations SET token_hash = ${tokenHash(token)}`,
  );
  const user = { uuid: uuidOf(78), name: 'Eve', createdAt: '2026-02-03T04:05:06.789Z' };
  const answer = await post('/invitations/redeem', { token, user });
  expect([answer.status, answer.body.status]).toEqual([400, 'invalid_token']);
  await desk.account.execute('DELETE FROM invitations; DELETE FROM service_keys');
});

it('a later process refuses an administrator who was put back into the state of before', async () => {
  const { test } = desk.account;
  const { log } = createRecordingLog();
  const dataDir = await mkdtemp(join(tmpdir(), 'halyard-versions-'));
  const file = openRowVersionFile(dataDir, 'test', 'product');
  const foreign = async (versions: RowVersionFile) => {
    const memory = createRowMemory(await versions.read());
    const sealedRows = openSealedRows({ masterKeys: test.masterKeys, log, memory });
    const found = await findForeignRows(test.database.reader, sealedRows);
    await versions.keep(memory.versions());
    return found.map(({ table, isOld }) => ({ table, isOld }));
  };
  await desk.account.execute('DELETE FROM sessions');
  await tamper(sql`CREATE TABLE stolen AS TABLE administrators`);
  const hash = await test.passwords.hash(OWN_PASSWORD);
  await test.database.transaction((transaction) => setPassword(transaction, test.sealedRows, other.id, hash));
  // The product and the commands read each other's files.
  expect(await foreign(openRowVersionFile(dataDir, 'test', 'command'))).toEqual([]);
  await tamper(
    sql`DELETE FROM administrators`,
    sql`INSERT INTO administrators SELECT * FROM stolen`,
    sql`DROP TABLE stolen`,
  );
  expect(await foreign(openRowVersionFile(dataDir, 'another database', 'product'))).toEqual([]);
  expect(await foreign(file)).toEqual([{ table: 'administrators', isOld: true }]);
  await file.forget();
  expect(await foreign(file)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

it('another process reads rows as they are now, and refuses older ones that it has seen', async () => {
  const { test } = desk.account;
  const { log, lines } = createRecordingLog();
  const elsewhere = openSealedRows({ masterKeys: test.masterKeys, log });
  const foreignElsewhere = async () => (await findForeignRows(test.database.reader, elsewhere)).length;
  const browser = await desk.account.openSession();
  expect(await foreignElsewhere()).toBe(0);
  await tamper(sql`CREATE TABLE stolen AS TABLE sessions`);
  expect((await desk.backUp(wallet, browser)).status).toBe(200);
  expect(await foreignElsewhere()).toBe(0);
  await tamper(
    sql`DELETE FROM sessions`,
    sql`INSERT INTO sessions SELECT * FROM stolen`,
    sql`DROP TABLE stolen`,
  );
  expect(await foreignElsewhere()).toBe(1);
  expect(await foreignElsewhere()).toBe(1);
  expect(JSON.stringify(lines)).toContain('A row was changed outside Halyard. It grants no access');
});

it('a database writer cannot lift the hourly limit of private keys', async () => {
  const strict = await openBackupDesk({ rateLimitFactor: 1 });
  const { account } = strict;
  const browser = await account.openSession();
  const backUp = async () => (await strict.backUp(await strict.plant(), browser)).status;
  for (let backup = 0; backup < 10; backup++) expect(await backUp()).toBe(200);
  await account.test.database.query({ text: 'DELETE FROM wallet_keys_taken' });
  expect(await backUp()).toBe(429);
  await account.test.database.query({ text: "UPDATE administrators SET keys_taken_at = '{}'" });
  expect(await backUp()).toBe(401);
  await account.test.close();
});
