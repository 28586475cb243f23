import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createActLedger, DEVICE } from './support/act-ledger.ts';
import { attack } from './support/attack.ts';
import { entriesAfter, newestEntry, untilLinked } from './support/audit-entries.ts';
import { TAMPERS } from './support/audit-tampers.ts';
import type { Caller } from './support/caller.ts';
import { databaseUrls } from './support/database-urls.ts';
import { eventually } from './support/eventually.ts';
import { mailedToken } from './support/mails.ts';
import { ownLog, verifyLog } from './support/own-log.ts';
import { NEW_PASSWORD } from './support/passwords.ts';
import { connectPlatform, redemption } from './support/platform.ts';
import { ageSecondFactor, backUp } from './support/second-factor.ts';
import type { Stage } from './support/stage.ts';
import { listed } from './support/tally.ts';

attack(
  'A97',
  'one entry in the audit log for each act',
  'the right entries for 61 of 61 acts; a sign-in during a wait says: locked',
  async (stage) => await everyAct(stage),
);

/** Does one act after the other with the same client, and returns how their entries differ from one each. */
async function everyAct(stage: Stage): Promise<string> {
  const client = stage.newCaller();
  const { ip } = client;
  const ledger = createActLedger(stage, ip);
  const person = await stage.newAdministrator();
  const headers = { 'user-agent': DEVICE };
  const post = async (path: string, body?: unknown, more: object = {}) =>
    await client.post(path, body, { headers: { ...headers, ...more } });
  const send = async (method: string, path: string, body?: unknown) =>
    await client.send(method, path, { headers, ...(body !== undefined && { body }) });
  const act = ledger.expect;
  const login = async (email: string, password: string) => await post('/auth/login', { email, password });
  const withCode = async () => ({ 'x-2fa-code': await person.freshCode() });
  const stranger = `stranger-${randomUUID()}@example.com`;

  await act('asking for a token', [], () => send('GET', '/auth/csrf-cookie'));
  await act('unknown e-mail', ['auth.login failure'], () => login(stranger, 'wrong'));
  await act('wrong password', ['auth.login failure'], () => login(person.email, 'wrong'));
  await act('no token at sign-in', [], () => post('/auth/login', {}, { 'x-csrf-token': 'wrong' }));
  await act('password', ['auth.login success'], () => login(person.email, person.password));
  await act('a call before the set-up', ['session.refuse failure'], () => post('/exports', { of: 'users' }));
  const setup = await act('set-up', ['two_factor.setup success'], () => post('/auth/2fa/setup'));
  const { secret, backupCodes } = setup?.body ?? {};
  person.secret = secret;
  await act('wrong code at set-up', ['two_factor.enable failure'], () =>
    post('/auth/2fa/enable', { code: person.wrongCode(), secret, backupCodes }),
  );
  await act('another secret at set-up', ['two_factor.enable failure'], () =>
    post('/auth/2fa/enable', { code: '123456', secret: 'A'.repeat(32), backupCodes }),
  );
  await act('code at set-up', ['two_factor.enable success'], async () =>
    post('/auth/2fa/enable', { code: await person.freshCode(), secret, backupCodes }),
  );
  await act('logout', ['auth.logout success'], () => post('/auth/logout'));
  await send('GET', '/auth/csrf-cookie');
  await act('second password', ['auth.login success'], () => login(person.email, person.password));
  await act('a call before the code', ['session.refuse failure'], () => post('/exports', { of: 'users' }));
  await act('wrong code', ['two_factor.verify failure'], () =>
    post('/auth/2fa/verify', { code: person.wrongCode() }),
  );
  await act('code', ['two_factor.verify success'], async () =>
    post('/auth/2fa/verify', { code: await person.freshCode() }),
  );
  await act('lists', [], async () => {
    const paths = [
      '/users',
      '/merchants',
      '/invitations',
      '/wallets/outbound',
      '/audit-logs',
      '/auth/sessions',
    ];
    for (const path of paths) await send('GET', path);
    return await send('GET', '/auth/me');
  });
  await act('wrong token', ['session.refuse failure'], () =>
    post('/auth/logout', undefined, { 'x-csrf-token': 'wrong' }),
  );
  await act('another origin', ['session.refuse failure'], () =>
    post('/auth/logout', undefined, { origin: 'https://evil.example' }),
  );
  await act('a body that is not valid', [], () => post('/invitations', { email: 1 }));

  const guest = `guest-${randomUUID()}@example.com`;
  await ageSecondFactor(stage, person.id, 20 * 60);
  await act('no code', [], () => post('/invitations', { email: guest }));
  await act('wrong code for an act', ['two_factor.step_up failure'], () =>
    post('/invitations', { email: guest }, { 'x-2fa-code': person.wrongCode() }),
  );
  await act('invitation with a code', ['invitation.create success'], async () =>
    post('/invitations', { email: guest }, await withCode()),
  );
  await act('invitation again', [], () => post('/invitations', { email: guest }));
  const invitation = (await client.get('/invitations?limit=1')).body.invitations[0];
  await stage.write(`UPDATE invitations SET created_at = created_at - interval '2 minutes' WHERE id = $1`, [
    invitation.id,
  ]);
  await act('resent invitation', ['invitation.resend success'], () =>
    post(`/invitations/${invitation.id}/resend`),
  );
  await act('invitation resent too soon', [], () => post(`/invitations/${invitation.id}/resend`));
  await act('revoked invitation', ['invitation.revoke success'], () =>
    send('DELETE', `/invitations/${invitation.id}`),
  );
  await act('invitation revoked again', [], () => send('DELETE', `/invitations/${invitation.id}`));

  const platform = await connectPlatform(stage);
  const uuid = randomUUID();
  const users = {
    users: [{ uuid, email: `${uuid}@example.com`, name: 'User', createdAt: '2026-01-01T00:00:00Z' }],
  };
  const asPlatform = async (path: string, body: unknown) =>
    await client.send('POST', `/api/platform/v1${path}`, {
      headers: { ...headers, authorization: `Bearer ${platform.token}` },
      body,
    });
  await act('fed user', ['platform_feed.users success'], () => asPlatform('/users', users));
  await act('fed user again', [], () => asPlatform('/users', users));
  await act('refused user', [], () => asPlatform('/users', { users: [{}] }));
  await act('wrong service key', [], () =>
    client.send('POST', '/api/platform/v1/users', {
      headers: { ...headers, authorization: 'Bearer x' },
      body: {},
    }),
  );
  const redeemed = `redeemed-${randomUUID()}@example.com`;
  await act('another invitation', ['invitation.create success'], () =>
    post('/invitations', { email: redeemed }),
  );
  const token = await mailedToken(stage, redeemed);
  await act('redeemed invitation', ['invitation.accept success'], () =>
    asPlatform('/invitations/redeem', redemption(token)),
  );
  await act('invitation redeemed again', [], () => asPlatform('/invitations/redeem', redemption(token)));

  const settings = (fee: number) => send('PUT', `/users/${uuid}/settings`, { serviceFeeRate: fee });
  await act('settings', ['user.settings_update success'], () => settings(0.05), ['serviceFeeRate']);
  await act('the same settings', [], () => settings(0.05));
  await act('block', ['user.block success'], () => post(`/users/${uuid}/block`, { reason: 'Fraud' }), [
    'blockedAt',
  ]);
  await act('second block', [], () => post(`/users/${uuid}/block`, { reason: 'Fraud' }));
  await act('unblock', ['user.unblock success'], () => post(`/users/${uuid}/unblock`), ['blockedAt']);
  await act('second unblock', [], () => post(`/users/${uuid}/unblock`));

  const wallet = await stage.newWallet();
  await act('key with a wrong code', ['two_factor.step_up failure', 'wallet.backup failure'], () =>
    backUp(client, wallet, person.wrongCode(), { headers }),
  );
  await act('key', ['wallet.backup_attempt partial', 'wallet.backup success'], async () =>
    backUp(client, wallet, await person.freshCode(), { headers }),
  );

  const ticket = await act('export', ['export.start success'], () => post('/exports', { of: 'users' }));
  await act('downloaded export', ['export.finish success'], () => send('GET', ticket?.body.address));
  await act('export downloaded again', [], () => send('GET', ticket?.body.address));

  const others = [stage.newCaller(), stage.newCaller(), stage.newCaller()];
  for (const each of others) await person.signIn(each);
  const { sessions } = (await client.get('/auth/sessions')).body;
  const other = sessions.find(({ current }: { readonly current: boolean }) => !current);
  await act('ended session', ['session.end success'], () => send('DELETE', `/auth/sessions/${other.id}`));
  await act('session ended again', [], () => send('DELETE', `/auth/sessions/${other.id}`));
  await act('other sessions', ['session.end success', 'session.end success'], () =>
    send('DELETE', '/auth/sessions'),
  );

  await act('wrong code for backup codes', ['two_factor.step_up failure'], () =>
    post('/auth/2fa/backup-codes', { code: person.wrongCode() }),
  );
  await act('backup codes', ['two_factor.backup_codes success'], async () =>
    post('/auth/2fa/backup-codes', { code: await person.freshCode() }),
  );
  const change = async (currentPassword: string, newPassword: string) =>
    await post('/auth/password/change', { currentPassword, newPassword });
  await act('wrong current password', ['password.change failure'], () => change('wrong', NEW_PASSWORD));
  await act('password change', ['password.change success'], () => change(person.password, NEW_PASSWORD));
  await act('set-up of another authenticator', ['two_factor.setup success'], () =>
    post('/auth/2fa/replace/setup'),
  );
  await act('wrong code to disable', ['two_factor.step_up failure'], () =>
    post('/auth/2fa/disable', { code: person.wrongCode() }),
  );
  await act('disabled factors', ['two_factor.disable success', 'session.end success'], async () =>
    post('/auth/2fa/disable', { code: await person.freshCode() }),
  );

  await send('GET', '/auth/csrf-cookie');
  await act('reset request', ['password.reset_request success'], () =>
    post('/auth/password/reset/initiate', { email: person.email }),
  );
  await act('reset request for a stranger', ['password.reset_request failure'], () =>
    post('/auth/password/reset/initiate', { email: stranger }),
  );
  const link = await mailedToken(stage, person.email);
  await act('opened link', [], () => post('/auth/password/reset/validate', { token: link }));
  await act('reset', ['password.reset success'], () =>
    post('/auth/password/reset/complete', { token: link, newPassword: person.password }),
  );
  await act('reset again', [], () =>
    post('/auth/password/reset/complete', { token: link, newPassword: person.password }),
  );
  for (let tried = 0; tried < 5; tried++) await login(person.email, 'wrong');
  const locked = await newestEntry(stage);
  await act('locked sign-in', ['auth.login failure'], () => login(person.email, person.password));
  const reasons = (await entriesAfter(stage, locked)).map(({ metadata }) => metadata?.['reason']);

  const faults = ledger.faults();
  return `the right entries for ${ledger.acts() - faults.length} of ${ledger.acts()} acts; a sign-in during a wait says: ${reasons}${listed(faults)}`;
}

/** Tables of the audit log, and a column of each. */
const AUDIT_TABLES = [
  ['audit_log', 'description'],
  ['audit_seals', 'root'],
  ['audit_tiles', 'root'],
  ['audit_keys', 'public_key'],
] as const;

attack(
  'A98',
  'changes to the audit log by the account of the product, and by the owner of the tables',
  'the product is refused 22 of 22 statements; a clean log passes; verify finds 8 of 8 changes by the owner',
  async (stage) => {
    const statements = [
      ...AUDIT_TABLES.flatMap(([table, column]) => [
        `UPDATE ${table} SET ${column} = NULL`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ]),
      'DELETE FROM audit_head',
      'TRUNCATE audit_head',
      'ALTER TABLE audit_log DISABLE TRIGGER ALL',
      'DROP TRIGGER audit_log_append_only ON audit_log',
      'DROP TABLE audit_log',
      'SET session_replication_role = replica',
      'CREATE TABLE other (a integer)',
      `CREATE FUNCTION other() RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
      'CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      'ALTER ROLE halyard_product SUPERUSER',
    ];
    const allowed: string[] = [];
    for (const statement of statements) {
      const reason = await refusalOf(stage, statement);
      if (reason === undefined || !/permission denied|must be owner/.test(reason)) {
        allowed.push(`${statement}: ${reason ?? 'done'}`);
      }
    }

    const log = await ownLog(stage);
    try {
      const clean = await log.verifyAfter(async () => undefined);
      const cleanWord = clean.startsWith('Verified: entries 1 to ') ? 'passes' : `fails: ${clean}`;
      const missed: string[] = [];
      for (const [name, expected, tamper] of TAMPERS) {
        const said = await log.verifyAfter(tamper);
        if (!expected.test(said)) missed.push(`${name}: ${said}`);
      }
      const all = TAMPERS.length;
      return `the product is refused ${statements.length - allowed.length} of ${statements.length} statements; a clean log ${cleanWord}; verify finds ${all - missed.length} of ${all} changes by the owner${listed([...allowed, ...missed])}`;
    } finally {
      await log.remove();
    }
  },
);

/** Returns why a statement fails for the account of the product, or undefined if it does not. Undoes it. */
async function refusalOf({ database }: Stage, statement: string): Promise<string | undefined> {
  try {
    await database.query({
      text: `DO $outer$ BEGIN
        SET LOCAL SESSION AUTHORIZATION halyard_product;
        EXECUTE $inner$${statement}$inner$;
        RAISE EXCEPTION 'it was done';
      END $outer$`,
    });
  } catch (error) {
    const { message } = error as Error;
    return message === 'it was done' ? undefined : message;
  }
  return undefined;
}

attack(
  'A99',
  'three processes write the audit log at once, and one of them is killed',
  'gapless and in one chain: yes; each confirmed entry is there once: yes; over 3000 confirmed: yes; verify passes',
  async (stage) => {
    const { a, b, newEnrolled, database } = stage;
    const third = await stage.start();
    const platform = await connectPlatform(stage);
    const people = [await newEnrolled(), await newEnrolled()];
    const before = await newestEntry(stage);
    const replicas = [a, b, third];
    const confirmed: string[] = [];
    const killed = { is: false };
    const writeBatches = async (writer: number) => {
      for (let round = 0; round < 6; round++) {
        const uuids = Array.from({ length: 20 }, () => randomUUID());
        const on = replicas[killed.is ? writer % 2 : writer % 3] ?? a;
        const sent = await platform
          .post('/audit-logs', { entries: uuids.map(fedEntry) }, { on: on.address })
          .catch(() => undefined);
        if (sent?.status === 200) confirmed.push(...uuids);
      }
    };
    const refuse = async ({ caller }: { readonly caller: Caller }) => {
      for (let round = 0; round < 20; round++) {
        const on = (round % 2 === 0 ? a : b).address;
        await caller.post('/auth/logout', undefined, { headers: { 'x-csrf-token': 'wrong' }, on });
      }
    };
    const kill = async () => {
      await eventually(() => confirmed.length > 400);
      killed.is = true;
      third.process.child.kill('SIGKILL');
      await third.process.ended;
    };
    const writers = Array.from({ length: 50 }, (_, writer) => writeBatches(writer));
    await Promise.all([...writers, ...people.map(refuse), kill()]);

    await untilLinked(stage);
    const { rows } = await database.query<{ gapless: boolean; chained: boolean; heads: boolean }>({
      text: `SELECT count(*) = max(sequence) - $1 AS gapless,
          bool_and(previous_hash = (SELECT p.hash FROM audit_log AS p WHERE p.sequence = l.sequence - 1)) AS chained,
          max(sequence) = (SELECT sequence FROM audit_head) AS heads
        FROM audit_log AS l WHERE sequence > $1`,
      values: [before],
    });
    const found = await database.query<{ times: string }>({
      text: 'SELECT count(*) AS times FROM audit_log WHERE id = ANY($1::uuid[]) GROUP BY id',
      values: [confirmed],
    });
    const refusals = await database.query<{ count: string }>({
      text: `SELECT count(*) FROM audit_log WHERE action = 'session.refuse' AND actor_id = ANY($1)`,
      values: [people.map(({ person }) => person.id)],
    });
    const isWhole = rows.every(({ gapless, chained, heads }) => gapless && chained && heads);
    const isOnce =
      found.rows.length === confirmed.length &&
      found.rows.every(({ times }) => Number(times) === 1) &&
      Number(refusals.rows[0]?.count) === 40;
    const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-verify-'));
    const said = await verifyLog({ ...(await databaseUrls(stage)), DATA_DIR: dataDir }, stage);
    await rm(dataDir, { recursive: true, force: true });
    const passes = said.startsWith('Verified: entries 1 to ');
    return `gapless and in one chain: ${isWhole ? 'yes' : JSON.stringify(rows)}; each confirmed entry is there once: ${isOnce ? 'yes' : `${found.rows.length} of ${confirmed.length}, ${refusals.rows[0]?.count} refusals`}; over 3000 confirmed: ${confirmed.length > 3_000 ? 'yes' : confirmed.length}; verify ${passes ? 'passes' : `fails: ${said}`}`;
  },
);

function fedEntry(uuid: string): object {
  return {
    uuid,
    action: 'order.refund',
    actionCategory: 'merchant_management',
    description: 'Order refunded',
    status: 'success',
    actor: { type: 'user', id: 'shop' },
    resource: { type: 'merchant' },
    occurredAt: '2026-02-28T23:59:59Z',
  };
}
