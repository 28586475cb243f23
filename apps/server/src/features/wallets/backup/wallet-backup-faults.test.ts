import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BackupDesk, openBackupDesk } from '../../../../test/backup-desk.ts';
import { UNAVAILABLE } from '../../../../test/enrolled-account.ts';
import { tracesOf } from '../../../../test/planted-wallet.ts';
import { createRecordingLog } from '../../../../test/recording-log.ts';
import { auditWith } from '../../../app.ts';
import { createEnvironmentKeyWrapper, type KeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import { createMetrics } from '../../../infra/metrics.ts';
import { createOutbox } from '../../../infra/outbox/outbox.ts';
import { Problem } from '../../../infra/problem.ts';
import { RateLimiter } from '../../../infra/rate-limiter.ts';
import { createWalletBackupService } from './wallet-backup-service.ts';

let desk: BackupDesk;
beforeAll(async () => {
  desk = await openBackupDesk();
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => await desk.account.putBack());

describe('backup without a working audit log', () => {
  it('does nothing and keeps the code valid if the start cannot be audited', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const code = desk.freshCode();
    await desk.account.withoutAudit('wallet.backup_attempt', async () => {
      await desk.account.refuses(() => desk.ask(wallet, browser, code), UNAVAILABLE);
    });
    expect(await desk.backupsOf(wallet)).toEqual({ count: 0, isDated: false });
    expect((await desk.ask(wallet, browser, code)).status).toBe(200);
  });

  // @spec D.70
  it('returns no key and sends no mail if the release cannot be audited', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const code = desk.freshCode();
    await desk.account.withoutAudit('wallet.backup', async () => {
      const { status, body } = await desk.ask(wallet, browser, code);
      expect([status, body]).toEqual([503, { ...UNAVAILABLE.body, requestId: body.requestId }]);
    });
    expect(await desk.account.newEntries()).toMatchObject([
      { action: 'wallet.backup_attempt', status: 'partial' },
    ]);
    expect(await desk.backupsOf(wallet)).toEqual({ count: 0, isDated: false });
    expect(await desk.account.test.deliverMail()).toEqual([]);
    expect((await desk.ask(wallet, browser, code)).body.status).toBe('invalid_code');
    expect((await desk.backUp(wallet, browser)).status).toBe(200);
  });

  it('returns no key while the attempt cannot be linked to the log, and keeps it on record', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    const code = desk.freshCode();
    const answer = await desk.account.test.database.transaction(async (transaction) => {
      await transaction.selectFrom('audit_head').select('sequence').forUpdate().execute();
      return await desk.ask(wallet, browser, code);
    });
    expect([answer.status, answer.body.status]).toEqual([503, 'unavailable']);
    expect(await desk.account.newEntries()).toMatchObject([
      { action: 'wallet.backup_attempt', status: 'partial' },
    ]);
    expect(await desk.backupsOf(wallet)).toEqual({ count: 0, isDated: false });
  });

  it('answers with an error if a missing code cannot be audited', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    for (const act of ['two_factor.step_up', 'wallet.backup']) {
      await desk.account.withoutAudit(act, async () => {
        await desk.account.refuses(() => desk.ask(wallet, browser), UNAVAILABLE);
        await desk.account.refuses(() => desk.ask(wallet, browser, desk.account.wrong()), UNAVAILABLE);
      });
    }
  });
});

// @spec D.70
it.each([
  ['a notice', 'outbox'],
  ['the mark of the wallet', 'wallets'],
])('returns no key and audits no success if %s cannot be written', async (_name, table) => {
  const wallet = await desk.plant();
  await desk.account.execute(`CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'not today'; END $$;
    CREATE TRIGGER refuse_row BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_row()`);
  const answer = await desk.backUp(wallet);
  await desk.account.execute('DROP FUNCTION refuse_row CASCADE');
  expect([answer.status, answer.body.status]).toEqual([500, 'internal_error']);
  expect(await desk.account.newEntries()).toMatchObject([{ action: 'wallet.backup_attempt' }]);
  expect(await desk.backupsOf(wallet)).toEqual({ count: 0, isDated: false });
});

it('answers 503 without a key while the wallet row is locked', async () => {
  const wallet = await desk.plant();
  const answer = await desk.account.test.database.transaction(async (transaction) => {
    await transaction
      .selectFrom('wallets')
      .select('id')
      .where('uuid', '=', wallet.uuid)
      .forUpdate()
      .execute();
    return await desk.backUp(wallet);
  });
  expect([answer.status, answer.body.status]).toEqual([503, 'unavailable']);
  expect(await desk.backupsOf(wallet)).toEqual({ count: 0, isDated: false });
});

describe('slow master key', () => {
  afterEach(() => void vi.useRealTimers());

  /** Returns the service with the given key unwrapping and no second factor. */
  function serviceOf(unwrap: KeyWrapper['unwrap']) {
    const { database, masterKeys, sealedRows, auditInbox, clock } = desk.account.test;
    const keys = { ...createEnvironmentKeyWrapper(masterKeys), unwrap };
    const { log, lines } = createRecordingLog();
    const metrics = createMetrics();
    const service = createWalletBackupService({
      database,
      sealedRows,
      stepUp: {
        openWithHeader: async () => ({
          transaction: database.transaction,
          keyHeldUntil: async () => undefined,
        }),
      },
      keys,
      appendAudit: auditWith(masterKeys, () => clock.now),
      auditInbox,
      outbox: createOutbox({ keys }),
      limiter: new RateLimiter(database, 1_000),
      log,
      metrics,
      now: () => clock.now,
    });
    return { service, lines, metrics };
  }

  const asked = () => ({
    session: { id: '', stage: 'full', administrator: desk.account.owner } as const,
    code: undefined,
    origin: { requestId: 'request-1', ipAddress: '192.0.2.1', userAgent: '' },
  });

  it('times out within 5 s and wipes a key that arrives late', async () => {
    const wallet = await desk.plant();
    const { unwrap } = createEnvironmentKeyWrapper(desk.account.test.masterKeys);
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let late: Buffer | undefined;
    const { service, lines, metrics } = serviceOf(async (...args) => {
      begun.resolve();
      await goOn.promise;
      late = await unwrap(...args);
      return late;
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refusal = service.backUp(wallet.id, asked()).catch((error: unknown) => error);
    await begun.promise;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await refusal).toBeInstanceOf(Problem);
    expect(await refusal).toMatchObject({ status: 'unavailable', details: { retryAfterSeconds: 10 } });
    vi.useRealTimers();
    goOn.resolve();
    await expect.poll(() => late?.every((byte) => byte === 0)).toBe(true);

    expect(lines).toEqual([
      {
        level: 'error',
        fields: { requestId: 'request-1', walletId: Number(wallet.id), reason: 'master_key_unavailable' },
        message: "a wallet's private key cannot be released",
      },
    ]);
    const entries = await desk.account.newEntries();
    expect(entries.map(({ action, status }) => [action, status])).toEqual([
      ['wallet.backup_attempt', 'partial'],
      ['wallet.backup', 'failure'],
    ]);
    expect(await metrics.text()).toContain(
      'halyard_wallet_backups_total{outcome="master_key_unavailable"} 1',
    );
    const told = JSON.stringify([lines, entries, String(await refusal)]).toLowerCase();
    for (const trace of tracesOf(wallet.secret)) expect(told).not.toContain(trace);
    expect(await desk.backupsOf(wallet)).toEqual({ count: 0, isDated: false });
    expect(await desk.account.test.deliverMail()).toEqual([]);
  });

  it('holds no connection or lock while it waits for the master key', async () => {
    const wallet = await desk.plant();
    const goOn = Promise.withResolvers<void>();
    const { unwrap } = createEnvironmentKeyWrapper(desk.account.test.masterKeys);
    const { service } = serviceOf(async (...args) => {
      await goOn.promise;
      return await unwrap(...args);
    });
    const slow = service.backUp(wallet.id, asked());
    expect((await desk.backUp(wallet)).status).toBe(200);
    goOn.resolve();
    expect(await slow).toMatchObject({ key: { privateKey: wallet.secret.toString('hex') } });
  });
});
