import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrolAdministrator } from '../../../../test/authenticator.ts';
import { type BackupDesk, openBackupDesk } from '../../../../test/backup-desk.ts';
import type { TestAnswer } from '../../../../test/test-browser.ts';

let desk: BackupDesk;
beforeAll(async () => {
  desk = await openBackupDesk({ rateLimitFactor: 1 });
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => {
  await desk.account.putBack();
  await desk.account.execute('DELETE FROM rate_limit_windows; DELETE FROM wallet_keys_taken');
});

async function pass(seconds: number): Promise<void> {
  for (const table of ['administrators', 'wallet_keys_taken']) {
    await desk.account.execute(`UPDATE ${table} SET keys_taken_at =
      ARRAY (SELECT at - make_interval(secs => ${seconds}) FROM unnest(keys_taken_at) AS at)`);
  }
}

/** Returns the counted backups of all administrators and of all wallets. */
async function counted() {
  const { rows } = await desk.account.test.database.query({
    text: `SELECT (SELECT sum(cardinality(keys_taken_at))::integer FROM administrators) AS administrators,
      (SELECT sum(cardinality(keys_taken_at))::integer FROM wallet_keys_taken) AS wallets`,
  });
  return rows[0];
}

async function codesLeft() {
  const text = 'SELECT unnest(backup_codes) FROM administrators';
  return (await desk.account.test.database.query({ text })).rowCount;
}

function statusesOf(answers: readonly TestAnswer[]): number[] {
  return answers.map(({ status }) => status).toSorted();
}

describe('hourly backup limits', () => {
  // @spec D.54
  it('allows three backups per wallet and reports when the next is possible', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    for (let backup = 0; backup < 3; backup++) expect((await desk.backUp(wallet, browser)).status).toBe(200);
    await desk.account.test.deliverMail();
    await desk.account.newEntries();
    const code = desk.freshCode();
    const refused = await desk.ask(wallet, browser, code);
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        status: 'rate_limited',
        message: 'This wallet has reached its hourly backup limit',
        requestId: refused.headers['x-request-id'],
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60 * 60 - 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60 * 60);
    expect(await desk.account.newEntries()).toMatchObject([
      { action: 'wallet.backup', status: 'failure', metadata: { reason: 'too_many_of_wallet' } },
    ]);
    expect(await desk.account.test.deliverMail()).toEqual([]);
    expect((await desk.backupsOf(wallet)).count).toBe(3);

    expect((await desk.ask(await desk.plant(), browser, code)).status).toBe(200);
    await pass(60 * 60 - 30);
    expect((await desk.backUp(wallet, browser)).status).toBe(429);
    await pass(31);
    expect((await desk.backUp(wallet, browser)).status).toBe(200);
  });

  // @spec D.54
  it('allows three backups per wallet within any 60 minutes', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const backUp = async () => (await desk.backUp(wallet, browser)).status;
    expect(await backUp()).toBe(200);
    await pass(59 * 60);
    expect([await backUp(), await backUp()]).toEqual([200, 200]);
    await pass(2 * 60);
    expect(await backUp()).toBe(200);
    const refused = await desk.backUp(wallet, browser);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(57 * 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(58 * 60);
  });

  // @spec D.54
  it('still applies after a crash of the database', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    for (let backup = 0; backup < 3; backup++) expect((await desk.backUp(wallet, browser)).status).toBe(200);
    // Recovery from a crash empties the unlogged tables.
    await desk.account.execute(`DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT oid::regclass FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r' LOOP
        EXECUTE 'TRUNCATE ' || name;
      END LOOP; END $$`);
    expect((await desk.backUp(wallet, browser)).status).toBe(429);
  });

  // @spec D.54
  it('allows ten backups per administrator across sessions and processes', async () => {
    const browser = await desk.account.openSession();
    for (let backup = 0; backup < 10; backup++) {
      expect((await desk.backUp(await desk.plant(), browser)).status).toBe(200);
    }
    const replica = await desk.account.test.createReplica();
    const elsewhere = await desk.account.openSession(replica);
    const wallet = await desk.plant();
    const code = desk.freshCode();
    for (const each of [browser, elsewhere, browser, elsewhere]) {
      await desk.account.newEntries();
      const { status, body, headers } = await desk.ask(wallet, each, code);
      expect([status, body.status]).toEqual([429, 'rate_limited']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(60 * 60 - 60);
      expect(await desk.account.newEntries()).toMatchObject([
        { action: 'wallet.backup', status: 'failure', metadata: { reason: 'too_many_of_administrator' } },
      ]);
    }
    expect((await desk.backupsOf(wallet)).count).toBe(0);
    const { rows } = await desk.account.test.database.query({
      text: 'SELECT FROM wallet_keys_taken WHERE wallet_id = $1',
      values: [wallet.id],
    });
    expect(rows).toEqual([]);
    await pass(60 * 60 + 1);
    expect((await desk.ask(wallet, browser, code)).status).toBe(200);
  });

  // @spec D.54
  it('does not count attempts over the wallet limit against the administrator', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    for (let backup = 0; backup < 3; backup++) expect((await desk.backUp(wallet, browser)).status).toBe(200);
    for (let refused = 0; refused < 12; refused++) {
      const { body } = await desk.backUp(wallet, browser);
      expect(body.message).toBe('This wallet has reached its hourly backup limit');
    }
    for (let backup = 3; backup < 10; backup++) {
      expect((await desk.backUp(await desk.plant(), browser)).status).toBe(200);
    }
    const { body } = await desk.backUp(await desk.plant(), browser);
    expect(body.message).toBe("You've reached the hourly backup limit");
  });

  // @spec D.54
  it('allows three backups per wallet under concurrent calls of three administrators', async () => {
    const { test, owner } = desk.account;
    const replica = await test.createReplica();
    const people = [
      { ...owner, browser: await desk.account.openSession(replica) },
      await enrolAdministrator(test, 'ben@example.com'),
      await enrolAdministrator(test, 'eve@example.com'),
    ];
    const wallet = await desk.plant();
    const answers = await Promise.all(
      people.flatMap(({ browser, backupCodes }) =>
        backupCodes.slice(0, 5).map((code) => desk.ask(wallet, browser, code)),
      ),
    );
    expect(statusesOf(answers)).toEqual([...Array(3).fill(200), ...Array(12).fill(429)]);
    expect((await desk.backupsOf(wallet)).count).toBe(3);
    expect(await counted()).toEqual({ administrators: 3, wallets: 3 });
    expect(await codesLeft()).toBe(3 * 10 - 3);
  });

  // @spec D.54
  it('allows ten backups per administrator under concurrent calls for many wallets', async () => {
    const { owner, openSession, test } = desk.account;
    const browsers = [await openSession(), await openSession(await test.createReplica())];
    for (let backup = 0; backup < 8; backup++) {
      expect((await desk.backUp(await desk.plant())).status).toBe(200);
    }
    const wallets = await Promise.all(owner.backupCodes.map(() => desk.plant()));
    const answers = await Promise.all(
      browsers.flatMap((browser, process) =>
        wallets
          .slice(process * 5, process * 5 + 5)
          .map((wallet, at) => desk.ask(wallet, browser, owner.backupCodes[process * 5 + at])),
      ),
    );
    expect(statusesOf(answers)).toEqual([...Array(2).fill(200), ...Array(8).fill(429)]);
    expect(await counted()).toEqual({ administrators: 10, wallets: 10 });
    expect(await codesLeft()).toBe(10 - 2);
  });
});

it('does not count an attempt without a valid code against any limit', async () => {
  const wallet = await desk.plant();
  const browser = await desk.account.openSession();
  for (let attempt = 0; attempt < 12; attempt++) {
    await desk.ask(wallet, browser);
    await desk.ask(wallet, browser, desk.account.wrong());
    await desk.account.execute(
      'UPDATE administrators SET codes_locked_until = NULL, code_failures = 0, step_up_failures = 0',
    );
  }
  const code = desk.freshCode();
  expect((await desk.ask(wallet, browser, code)).status).toBe(200);
  expect((await desk.ask(wallet, browser, code)).body.status).toBe('invalid_code');
  for (let backup = 0; backup < 2; backup++) expect((await desk.backUp(wallet, browser)).status).toBe(200);
  expect((await desk.backUp(wallet, browser)).status).toBe(429);
});

describe('attempts that release no key, which', () => {
  it('do not count if the key cannot be opened', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const setPublicKey = async (key: string | undefined) =>
      await desk.account.execute(`UPDATE wallets SET public_key = '${key}' WHERE uuid = '${wallet.uuid}'`);
    await setPublicKey((await desk.plant()).publicKey);
    for (let attempt = 0; attempt < 11; attempt++) {
      expect((await desk.backUp(wallet, browser)).body.status).toBe('integrity_error');
    }
    expect(await counted()).toEqual({ administrators: 0, wallets: 0 });
    await setPublicKey(wallet.publicKey);
    for (let backup = 0; backup < 3; backup++) expect((await desk.backUp(wallet, browser)).status).toBe(200);
    expect((await desk.backUp(wallet, browser)).status).toBe(429);
  });

  it('do not count if the release cannot be audited', async () => {
    const wallet = await desk.plant();
    expect((await desk.backUp(wallet)).status).toBe(200);
    await desk.account.withoutAudit('wallet.backup', async () => {
      expect((await desk.backUp(wallet)).status).toBe(503);
    });
    expect(await counted()).toEqual({ administrators: 1, wallets: 1 });
  });

  it('do not count if the factor is too new, and are mailed ten times an hour', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    await desk.account.execute(
      "UPDATE administrators SET created_at = now() - interval '25 hours', authenticator_replaced_at = now()",
    );
    for (let attempt = 0; attempt < 12; attempt++) {
      expect((await desk.backUp(wallet, browser)).body.status).toBe('factor_too_new');
    }
    expect(await desk.account.newEntries()).toHaveLength(12);
    expect(await desk.account.test.deliverMail()).toHaveLength(10);
    await desk.account.execute('UPDATE administrators SET authenticator_replaced_at = NULL');
    for (let backup = 0; backup < 3; backup++) expect((await desk.backUp(wallet, browser)).status).toBe(200);
    expect((await desk.backUp(wallet, browser)).status).toBe(429);
  });
});
