import { randomUUID } from 'node:crypto';
import { NETWORKS } from '@halyard/contract/networks';
import { BaseWallet, SigningKey } from 'ethers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BackupDesk, openBackupDesk } from '../../../../test/backup-desk.ts';
import { tracesOf } from '../../../../test/planted-wallet.ts';
import { connectPlatform, privateKeyOf, testWallet } from '../../../../test/test-platform.ts';

const ASKED_FOR_A_CODE = {
  status: 403,
  body: {
    status: '2fa_verification_required',
    error: '2fa_verification_required',
    message: 'This action requires two-factor authentication',
    attemptsRemaining: 3,
  },
  audit: [
    {
      action: 'two_factor.step_up',
      status: 'failure',
      actor_email: 'ada@example.com',
      error_message: 'No verification code',
      metadata: { reason: 'missing' },
    },
    {
      action: 'wallet.backup',
      action_category: 'wallet_operation',
      status: 'failure',
      actor_email: 'ada@example.com',
      resource_type: 'wallet',
      error_message: 'No verification code',
      metadata: { reason: 'code_missing' },
    },
  ],
};
const WRONG_CODE = {
  status: 403,
  body: { status: 'invalid_code', message: 'Invalid verification code' },
  audit: [
    { action: 'two_factor.step_up', status: 'failure', metadata: { reason: 'wrong' } },
    { action: 'wallet.backup', status: 'failure', metadata: { reason: 'code_wrong' } },
  ],
};

const NO_WRONG_CODES = `UPDATE administrators SET code_failures = 0, code_window_started_at = NULL,
  codes_locked_until = NULL, step_up_failures = 0`;

let desk: BackupDesk;
beforeAll(async () => {
  desk = await openBackupDesk();
  await desk.account.test.createAdministrator('ben@example.com');
  const { id } = await desk.account.test.createAdministrator('gone@example.com');
  await desk.account.execute(`UPDATE administrators SET disabled_at = now() WHERE id = '${id}';
    INSERT INTO kept_administrators SELECT * FROM administrators WHERE email <> 'ada@example.com'`);
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => await desk.account.putBack());

const newActs = async () =>
  (await desk.account.newEntries()).map(({ action, status }) => `${action} ${status}`);

describe('backup with a valid code', () => {
  // @spec 3.20, 7.46
  it.each(NETWORKS)('returns a key that derives the address of a %s wallet', async (network) => {
    const wallet = await desk.plant({ network, type: 'inbound' });
    const { status, body } = await desk.backUp(wallet);
    const hex = wallet.secret.toString('hex');
    expect([status, body]).toEqual([
      200,
      {
        address: wallet.address,
        publicKey: wallet.publicKey,
        privateKey: network === 'TRON' ? hex : `0x${hex}`,
        blockchain: network,
        type: 'inbound',
      },
    ]);
    expect(Object.keys(body)).toEqual(['address', 'publicKey', 'privateKey', 'blockchain', 'type']);
    const derived = new BaseWallet(new SigningKey(`0x${hex}`));
    expect(body.publicKey).toBe(derived.signingKey.publicKey);
    if (network !== 'TRON') expect(body.address).toBe(derived.address);
  });

  it('returns the key of a fed wallet only after the platform sent it', async () => {
    const platform = await connectPlatform(desk.account.test);
    const wallet = testWallet(1, { network: 'TRON' });
    await platform.post('/wallets', { wallets: [wallet] });
    expect((await desk.backUp({ id: wallet.uuid })).body.status).toBe('key_not_held');
    await platform.post('/wallets', { wallets: [{ ...wallet, privateKey: privateKeyOf(1) }] });
    const { body } = await desk.backUp({ id: wallet.uuid });
    expect([body.address, body.privateKey]).toEqual([wallet.address, privateKeyOf(1)]);
  });

  // @spec D.69, D.120
  it('audits the backup before and after and marks the wallet', async () => {
    const wallet = await desk.plant();
    const answer = await desk.backUp({ id: wallet.uuid });
    const shared = {
      action_category: 'wallet_operation',
      actor_type: 'admin',
      actor_id: desk.account.owner.id,
      actor_email: 'ada@example.com',
      resource_type: 'wallet',
      resource_id: wallet.id,
      resource_identifier: wallet.address,
      request_id: answer.headers['x-request-id'],
      error_message: null,
      metadata: null,
    };
    expect(await desk.account.newEntries()).toMatchObject([
      { ...shared, action: 'wallet.backup_attempt', status: 'partial', changes: null },
      {
        ...shared,
        action: 'wallet.backup',
        status: 'success',
        changes: { backups: { before: 0, after: 1 } },
      },
    ]);
    expect(await desk.backupsOf(wallet)).toEqual({ count: 1, isDated: true });
    await desk.backUp(wallet);
    expect((await desk.account.newEntries()).at(-1)).toMatchObject({
      changes: { backups: { before: 1, after: 2 } },
    });
    expect(await desk.backupsOf(wallet)).toEqual({ count: 2, isDated: true });
  });

  // @spec D.72
  it('notifies all enabled administrators without revealing the key', async () => {
    const wallet = await desk.plant({ network: 'TRON' });
    await desk.account.test.deliverMail();
    await desk.backUp(wallet);
    const mails = await desk.account.test.deliverMail();
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
      'ada@example.com: The private key of a Halyard wallet was backed up',
      'ben@example.com: The private key of a Halyard wallet was backed up',
    ]);
    for (const { to, text, html } of mails) {
      expect(text).toContain(`Wallet: ${wallet.address}\nNetwork: TRON\nWhen: 2026-03-01 `);
      expect(text).toContain(to === 'ada@example.com' ? 'You backed up' : 'ada@example.com backed up');
      for (const trace of tracesOf(wallet.secret))
        expect(`${text}${html}`.toLowerCase()).not.toContain(trace);
    }
  });

  // @spec 6.6
  it('accepts a backup code', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const [code = ''] = desk.account.owner.backupCodes;
    expect((await desk.ask(wallet, browser, code)).status).toBe(200);
    expect((await desk.ask(wallet, browser, code)).body.status).toBe('invalid_code');
  });

  it('prevents caching and cross-site reads of the response', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const headers = {
      'if-none-match': '*',
      range: 'bytes=0-10',
      'if-modified-since': new Date().toUTCString(),
    };
    const answers = [
      await browser.get(`/wallets/${wallet.id}/backup`, {
        headers: { ...headers, 'x-2fa-code': desk.freshCode() },
      }),
      await desk.ask(wallet, browser),
      await desk.backUp({ id: '999999' }, browser),
      await desk.backUp(await desk.plant({ isKeyHeld: false }), browser),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 409]);
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      const cached = /^(etag|last-modified|content-range|expires|age)$/;
      expect(Object.keys(answer.headers).filter((name) => cached.test(name))).toEqual([]);
    }
  });
});

describe('backup without its own code', () => {
  // @spec 6.6, D.63
  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a blank header', '  '],
  ])('rejects and audits %s, even right after another code', async (_name, header) => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    expect((await desk.backUp(wallet, browser)).status).toBe(200);
    await desk.account.refuses(() => desk.ask(wallet, browser, header), ASKED_FOR_A_CODE);
    expect((await desk.backupsOf(wallet)).count).toBe(1);
  });

  it('rejects two code headers and keeps the code valid', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const code = desk.freshCode();
    await desk.account.refuses(() => desk.ask(wallet, browser, [code, code]), ASKED_FOR_A_CODE);
    expect((await desk.ask(wallet, browser, code)).status).toBe(200);
  });

  it('answers an unknown wallet like an existing one and audits the refusal', async () => {
    const held = await desk.plant();
    const notHeld = await desk.plant({ isKeyHeld: false });
    const missing = randomUUID();
    const browser = await desk.account.openSession();
    for (const [id, resource_id, resource_identifier] of [
      [held.id, held.id, held.address],
      [held.uuid, held.id, held.address],
      [notHeld.id, notHeld.id, notHeld.address],
      ['999999', '999999', null],
      [missing, missing, null],
    ] as const) {
      await desk.account.execute(NO_WRONG_CODES);
      const onWallet = ({ audit }: { readonly audit: readonly object[] }) =>
        audit.map((entry, at) => (at === 0 ? entry : { ...entry, resource_id, resource_identifier }));
      await desk.account.refuses(() => desk.ask({ id }, browser), {
        ...ASKED_FOR_A_CODE,
        audit: onWallet(ASKED_FOR_A_CODE),
      });
      await desk.account.refuses(() => desk.ask({ id }, browser, desk.account.wrong()), {
        ...WRONG_CODE,
        body: { ...WRONG_CODE.body, attemptsRemaining: 2 },
        audit: onWallet(WRONG_CODE),
      });
    }
  });

  it('rejects and audits a request from another site', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    for (const site of ['cross-site', 'same-site']) {
      const { status, body } = await browser.get(`/wallets/${wallet.id}/backup`, {
        headers: { 'sec-fetch-site': site, 'x-2fa-code': desk.freshCode() },
      });
      expect([status, body.status]).toEqual([403, 'forbidden']);
    }
    expect(await newActs()).toEqual(['session.refuse failure', 'session.refuse failure']);
  });
});

describe('backup with a wrong code', () => {
  it('locks codes for all wallets after three wrong attempts', async () => {
    const wallets = [await desk.plant(), await desk.plant(), await desk.plant()];
    const browser = await desk.account.openSession();
    for (const [index, wallet] of wallets.entries()) {
      await desk.account.refuses(() => desk.ask(wallet, browser, desk.account.wrong()), {
        ...WRONG_CODE,
        body: { ...WRONG_CODE.body, attemptsRemaining: 2 - index },
        mails: index === 2 ? ['Failed 2FA attempts on your Halyard account'] : [],
      });
    }
    const elsewhere = await desk.account.openSession(await desk.account.test.createReplica());
    for (const [index, wallet] of wallets.entries()) {
      const answer = await desk.ask(wallet, index === 0 ? browser : elsewhere, desk.freshCode());
      expect([answer.status, answer.body.status]).toEqual([429, 'rate_limited']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60);
    }
    for (const wallet of wallets) expect((await desk.backupsOf(wallet)).count).toBe(0);
  });
});

describe('backup with a used code', () => {
  it('rejects a used code for any wallet or other action', async () => {
    const [wallet, other] = [await desk.plant(), await desk.plant()];
    const browser = await desk.account.openSession();
    const code = desk.freshCode();
    expect((await desk.ask(wallet, browser, code)).status).toBe(200);
    const again = [
      await desk.ask(wallet, browser, code),
      await desk.ask(other, browser, code),
      await browser.post(
        `/users/${randomUUID()}/block`,
        { reason: 'x' },
        { headers: { 'x-2fa-code': code } },
      ),
    ];
    expect(again.map(({ body }) => body.status)).toEqual(Array(3).fill('invalid_code'));
    expect((await desk.backupsOf(wallet)).count).toBe(1);
    expect((await desk.backupsOf(other)).count).toBe(0);
  });

  it('keeps the code valid and audits the call if the wallet or its key is missing', async () => {
    const browser = await desk.account.openSession();
    const [wallet, notHeld] = [await desk.plant(), await desk.plant({ isKeyHeld: false })];
    const code = desk.freshCode();
    for (const [id, status, reason] of [
      ['999999', 'not_found', 'no_such_wallet'],
      [randomUUID(), 'not_found', 'no_such_wallet'],
      [notHeld.id, 'key_not_held', 'key_not_held'],
    ] as const) {
      await desk.account.newEntries();
      expect((await desk.ask({ id }, browser, code)).body.status).toBe(status);
      expect(await desk.account.newEntries()).toMatchObject([
        {
          action: 'wallet.backup',
          action_category: 'wallet_operation',
          status: 'failure',
          resource_type: 'wallet',
          resource_id: id,
          resource_identifier: id === notHeld.id ? notHeld.address : null,
          metadata: { reason },
        },
      ]);
    }
    expect(await desk.account.test.deliverMail()).toEqual([]);
    expect((await desk.ask(wallet, browser, code)).status).toBe(200);
  });

  it('returns the key to one of twenty concurrent calls in two processes', async () => {
    const wallets = await Promise.all([1, 2, 3, 4, 5].map(() => desk.plant()));
    const replica = await desk.account.test.createReplica();
    const browsers = [await desk.account.openSession(), await desk.account.openSession(replica)];
    const code = desk.freshCode();
    const answers = await Promise.all(
      wallets.flatMap((wallet) =>
        [...browsers, ...browsers].map((browser) => desk.ask(wallet, browser, code)),
      ),
    );
    expect(answers).toHaveLength(20);
    expect(answers.filter(({ body }) => 'privateKey' in body)).toHaveLength(1);
    const acts = Object.groupBy(await newActs(), (act) => act);
    expect(acts['wallet.backup success']).toHaveLength(1);
    expect(acts['two_factor.step_up failure']).toHaveLength(19);
    expect(acts['wallet.backup failure']).toHaveLength(19);
    const counts = await Promise.all(wallets.map(async (wallet) => (await desk.backupsOf(wallet)).count));
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, 1]);
  });
});

describe('other paths to a private key', () => {
  it.each([
    ['/', 404],
    ['.json', 404],
    ['/x.css', 404],
    [';x.css', 404],
    ['%2F', 404],
    ['%00', 404],
    ['s', 404],
  ])('returns no key for /backup%s', async (ending, expected) => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const headers = { 'x-2fa-code': desk.freshCode() };
    const { status, body } = await browser.get(`/wallets/${wallet.id}/backup${ending}`, { headers });
    expect([status, Object.keys(body)]).toEqual([expected, ['status', 'message', 'requestId']]);
    expect(await newActs()).toEqual([]);
  });

  it.each([
    '/wallets/ID/BACKUP',
    '/Wallets/ID/backup',
    '/wallets//ID/backup',
    '/wallets/ID//backup',
    '/wallets/ID%2Fbackup',
    '/wallets/ID%252Fbackup',
  ])('returns no key for the path %s', async (path) => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const headers = { 'x-2fa-code': desk.freshCode() };
    const { status, body } = await browser.get(path.replace('ID', wallet.id), { headers });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(Object.keys(body)).not.toContain('privateKey');
    expect(await newActs()).toEqual([]);
    expect((await desk.backupsOf(wallet)).count).toBe(0);
  });

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const)('returns no key for %s', async (method) => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const code = desk.freshCode();
    const answer = await desk.account.test.app.inject({
      method,
      url: `/api/admin/v1/wallets/${wallet.id}/backup`,
      headers: {
        cookie: browser.cookie ?? '',
        'x-csrf-token': browser.csrfToken ?? '',
        'x-2fa-code': code,
      },
    });
    expect(answer.statusCode).toBe(405);
    expect(await newActs()).toEqual([]);
    expect((await desk.ask(wallet, browser, code)).status).toBe(200);
  });

  it.each(['0', '-1', '1e3', '1 ', 'abc', '12345678901234567890', '..'])(
    'returns no key for the id %j',
    async (id) => {
      const browser = await desk.account.openSession();
      const answer = await desk.backUp({ id: encodeURIComponent(id) }, browser);
      expect([400, 404]).toContain(answer.status);
      expect(await newActs()).toEqual([]);
    },
  );
});

// @spec D.159
it('exposes no key in the database, logs, audit log, mails or other responses', async () => {
  const wallets = await Promise.all(NETWORKS.map((network) => desk.plant({ network })));
  const browser = await desk.account.openSession();
  const told: string[] = [];
  for (const wallet of wallets) {
    const answer = JSON.stringify((await desk.backUp(wallet, browser)).body).toLowerCase();
    expect(tracesOf(wallet.secret).some((trace) => answer.includes(trace))).toBe(true);
    for (const refused of [
      await desk.ask(wallet, browser),
      await desk.ask(wallet, browser, desk.account.code()),
      await browser.get(`/wallets/${wallet.id}`),
    ]) {
      told.push(JSON.stringify([refused.body, refused.headers]));
    }
    await desk.account.execute(NO_WRONG_CODES);
  }
  const { database, deliverMail, logged } = desk.account.test;
  const { rows: tables } = await database.query<{ name: string }>({
    text: `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  });
  for (const { name } of tables) {
    const { rows } = await database.query<{ row: string }>({ text: `SELECT t::text AS row FROM ${name} t` });
    told.push(...rows.map(({ row }) => row));
  }
  for (const mail of await deliverMail()) told.push(JSON.stringify(mail));
  told.push(logged());
  const everything = told.join('\n').toLowerCase();
  expect(everything).toContain('/wallets/:id/backup');
  for (const { address, secret } of wallets) {
    expect(everything).toContain(address.toLowerCase());
    for (const trace of tracesOf(secret)) expect(everything).not.toContain(trace);
  }
});
