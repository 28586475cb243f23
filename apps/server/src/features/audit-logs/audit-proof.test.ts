import { randomBytes } from 'node:crypto';
import { toHex } from '@halyard/audit-proof/bytes';
import { LIMIT_MAX } from '@halyard/contract/constants';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AuditReader, createAuditReader } from '../../../test/audit-reader.ts';
import { enrolAdministrator } from '../../../test/authenticator.ts';
import { appendEntries, tamper } from '../../../test/long-audit-log.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import type { TestBrowser } from '../../../test/test-browser.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { lockAuditHead } from '../../infra/audit/chain/audit-chain.ts';
import { formerSealOf } from '../../infra/audit/chain/audit-seal.ts';
import { sealFormerLog } from '../../infra/audit/chain/seal-former-log.ts';
import { keepAuditSeal, startAuditWatcher } from '../../infra/audit/proof/audit-watcher.ts';
import { extendAuditTiles, readAuditAlarm } from '../../infra/audit/proof/extend-audit-tiles.ts';
import { createHeadMemory } from '../../infra/audit/proof/head-memory.ts';
import { verifyAuditLog } from '../../infra/audit/verification/verify-audit-log.ts';
import { type MasterKeyRing, masterKeyRing } from '../../infra/crypto/master-keys.ts';
import { createMetrics } from '../../infra/metrics.ts';
import { StartupError } from '../../infra/startup-error.ts';

const [FIRST, SECOND, THIRD] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;

let ring: MasterKeyRing = masterKeyRing(FIRST);
let test: TestApplication;
let browser: TestBrowser;
let reader: AuditReader;

beforeAll(async () => {
  test = await startTestApplication({}, { masterKeys: () => ring });
  browser = (await enrolAdministrator(test, 'auditor@example.com')).browser;
  reader = createAuditReader(browser);
});
afterAll(async () => await test.close());

const verify = async () => await verifyAuditLog(test);
const newest = async () => (await verify()).last;
const publicKeyOf = ([{ publicSealingKey }]: MasterKeyRing) => toHex(publicSealingKey);

describe('GET /audit-logs/seal', () => {
  it('returns the seal and its key', async () => {
    const { status, body } = await browser.get('/audit-logs/seal');
    const { last, root } = await verify();
    expect(status).toBe(200);
    expect(body).toEqual({
      seal: {
        size: last,
        root,
        hash: expect.stringMatching(/^[\da-f]{64}$/),
        sealedAt: expect.stringMatching(/^2026-/),
        keyId: toHex(ring[0].id),
        signature: expect.stringMatching(/^[\da-f]{128}$/),
      },
      keys: [{ id: toHex(ring[0].id), publicKey: publicKeyOf(ring), previousKeyId: null, endorsement: null }],
      newest: last,
      waiting: 0,
      oldest: 1,
    });
  });

  it('keeps old and new seals verifiable across key rotations', async () => {
    await reader.readPageOf(1);
    for (const next of [masterKeyRing(SECOND, FIRST), masterKeyRing(THIRD, SECOND), masterKeyRing(THIRD)]) {
      test.clock.now += 3_600_000;
      await keepAuditSeal(test.database);
      ring = next;
      await test.sealRows();
      await appendEntries(test, 3, new Date(test.clock.now));
    }
    expect(reader.seen()?.publicKey).toBe(publicKeyOf(masterKeyRing(FIRST)));
    expect(await reader.readPageOf(await newest())).toMatchObject({ kind: 'verified' });
    expect(reader.seen()?.publicKey).toBe(publicKeyOf(ring));
    expect(await test.database.reader.selectFrom('audit_seals').selectAll().execute()).toHaveLength(3);
    expect((await verify()).fault).toBeUndefined();
    await tamper(test.database, "UPDATE audit_keys SET acceptance = sha512('') WHERE acceptance IS NOT NULL");
    expect((await verify()).fault).toMatchObject({
      reason: expect.stringContaining('not signed by a known key'),
    });
    await tamper(test.database, 'DELETE FROM audit_seals');
  });

  it('returns a seal that fails verification if the previous key did not endorse the new one', async () => {
    reader.forget();
    ring = masterKeyRing(THIRD);
    await reader.readPageOf(1);
    ring = masterKeyRing(randomBytes(32), THIRD);
    await test.sealRows();
    await appendEntries(test, 1);
    await tamper(
      test.database,
      `UPDATE audit_keys SET endorsement = sha512('') WHERE key_id = '\\x${toHex(ring[0].id)}'`,
    );
    expect(await reader.readPageOf(await newest())).toMatchObject({ kind: 'broken', fault: 'unknown_key' });
    reader.forget();
  });
});

describe('GET /audit-logs/proof', () => {
  const uuid = (end: number) => `00000000-0000-4000-8000-${`${end}`.padStart(12, '0')}`;

  it('omits requested entries that do not exist', async () => {
    const { body } = await browser.get('/audit-logs?limit=1');
    const known = body.logs[0].id;
    const answer = await browser.get(`/audit-logs/proof?ids=${known},${uuid(1)},${known}`);
    expect(answer.body.entries.map(({ id }: { id: string }) => id)).toEqual([known]);
    expect((await browser.get('/audit-logs/proof')).body).toMatchObject({ entries: [], consistency: null });
  });

  it('proves consistency with every earlier size', async () => {
    await appendEntries(test, 300);
    const size = await newest();
    for (const since of [1, 2, 3, 127, 128, 255, 256, 257, size - 1, size]) {
      const { body } = await browser.get(`/audit-logs/proof?since=${since}`);
      expect(body.consistency).toEqual(since === size ? [] : expect.arrayContaining([expect.any(String)]));
    }
    expect((await browser.get(`/audit-logs/proof?since=${size + 1}`)).body.consistency).toBeNull();
  });

  it.each([
    'ids=',
    'ids=x',
    `ids=${uuid(1)},`,
    `ids=${"'".repeat(36)}`,
    `ids=${'-'.repeat(36)}`,
    `ids=${Array.from({ length: LIMIT_MAX + 1 }, (_, at) => uuid(at)).join(',')}`,
    'since=-1',
    'since=1.5',
    'since=1e3',
    'since=9999999999999999',
  ])('rejects %s', async (query) => {
    expect((await browser.get(`/audit-logs/proof?${query}`)).status).toBe(400);
  });

  it('answers 401 without a session', async () => {
    for (const path of ['/audit-logs/proof', '/audit-logs/seal']) {
      expect((await test.newBrowser().get(path)).status).toBe(401);
    }
  });

  it('answers 503 instead of proving an older seal while the tiles are far behind', async () => {
    await keepAuditSeal(test.database);
    await appendEntries(test, 16_500, new Date(test.clock.now));
    const size = await newest();
    reader.forget();
    for (const path of ['/audit-logs/proof', '/audit-logs/seal']) {
      expect(await browser.get(path)).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    }
    while ((await extendAuditTiles(test.database, Date.now)).extended);
    expect(await reader.readPageOf(size)).toMatchObject({ kind: 'verified', seal: { size }, unsealed: 0 });
    expect(await reader.readPageOf(70)).toMatchObject({ kind: 'verified', seal: { size }, unsealed: 0 });
  });
});

describe('sealFormerLog', () => {
  it('checks and reseals a log from before the hash tree only once', async () => {
    await backToFormerSeal();
    await sealFormerLog(test.database, test.masterKeys, () => test.clock.now);
    const head = await readHead();
    expect(await verify()).toMatchObject({
      last: head.sequence,
      root: head.root?.toString('hex'),
      fault: undefined,
    });
    await sealFormerLog(test.database, test.masterKeys, () => test.clock.now + 1);
    expect(await readHead()).toEqual(head);
    reader.forget();
    expect(await reader.readPageOf(head.sequence)).toMatchObject({ kind: 'verified' });
  });

  it('does not wait for the head lock if the log is already resealed', async () => {
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = test.database.transaction(async (transaction) => {
      await lockAuditHead(transaction, test.masterKeys);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    await sealFormerLog(test.database, test.masterKeys, () => 0);
    held.resolve();
    await holder;
  });

  it('throws a one-line StartupError if the head of a resealed log has a wrong seal', async () => {
    const { seal } = await readHead();
    await tamper(test.database, "UPDATE audit_head SET seal = sha512('')");
    const attempt = sealFormerLog(test.database, test.masterKeys, () => 0);
    await expect(attempt).rejects.toThrow(StartupError);
    await expect(attempt).rejects.toThrow(
      /^The audit log's head \(entry \d+\) has no valid seal \(wrong\): .* Run "npm run audit:verify"$/,
    );
    await tamper(test.database, `UPDATE audit_head SET seal = '\\x${seal?.toString('hex')}'`);
  });

  it('throws if an entry was changed or the former seal is wrong', async () => {
    await backToFormerSeal();
    const { sequence } = await readHead();
    await tamper(test.database, `UPDATE audit_log SET status = 'partial' WHERE sequence = ${sequence - 1}`);
    await expect(sealFormerLog(test.database, test.masterKeys, () => 0)).rejects.toThrow(
      `The audit log is broken: entry ${sequence - 1} was changed`,
    );
    await tamper(test.database, `UPDATE audit_log SET status = 'success' WHERE sequence = ${sequence - 1}`);
    await tamper(test.database, `UPDATE audit_head SET seal = sha256('')`);
    await expect(sealFormerLog(test.database, test.masterKeys, () => 0)).rejects.toThrow('(wrong)');
    await backToFormerSeal();
    await sealFormerLog(test.database, test.masterKeys, () => 0);
  });
});

it('extendAuditTiles runs under the statement timeout of background jobs', async () => {
  await appendEntries(test, 300);
  await tamper(
    test.database,
    `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'within %', current_setting('statement_timeout'); END $$;
    CREATE TRIGGER tell BEFORE INSERT ON audit_tiles FOR EACH ROW EXECUTE FUNCTION tell()`,
  );
  await expect(extendAuditTiles(test.database, Date.now)).rejects.toThrow('within 3597s');
  await tamper(test.database, 'DROP FUNCTION tell CASCADE');
  expect(await extendAuditTiles(test.database, Date.now)).toEqual({ extended: true, fault: undefined });
});

describe('keepAuditSeal', () => {
  const sizes = async () => {
    const seals = await test.database.reader
      .selectFrom('audit_seals')
      .select('size')
      .orderBy('size')
      .execute();
    return seals.map(({ size }) => size);
  };
  const HOUR_MS = 3_600_000;
  const keepAfter = async (ms: number) => {
    const before = (await sizes()).length;
    await appendEntries(test, 1, new Date(test.clock.now + ms));
    await keepAuditSeal(test.database);
    return (await sizes()).length - before;
  };

  it('keeps seals an hour apart, even if the clock jumps', async () => {
    await tamper(test.database, 'DELETE FROM audit_seals');
    const day = 24 * HOUR_MS;
    expect(await keepAfter(0)).toBe(1);
    expect(await keepAfter(HOUR_MS - 1)).toBe(0);
    expect(await keepAfter(HOUR_MS)).toBe(1);
    expect(await keepAfter(day)).toBe(1);
    expect(await keepAfter(2 * HOUR_MS)).toBe(1);
    expect(await keepAfter(-day)).toBe(1);
    expect(await keepAfter(HOUR_MS - day - 1)).toBe(0);
    expect(await keepAfter(HOUR_MS - day)).toBe(1);
    expect((await verify()).fault).toBeUndefined();
    test.clock.now += 3 * HOUR_MS;
  });

  it('keeps a seal in a watcher whose clock was set back', async () => {
    const { database, clock } = test;
    const newestKept = async () => (await sizes()).at(-1);
    const { log } = createRecordingLog();
    // Append before the watcher starts: it checks for a due seal at once, and then only every minute.
    await appendEntries(test, 1, new Date(clock.now));
    const first = await newest();
    const stop = startAuditWatcher({
      database,
      memory: createHeadMemory(test.masterKeys, undefined),
      keepSeen: async () => undefined,
      log,
      now: () => clock.now,
      elapsed: () => clock.elapsed,
    });
    await expect.poll(newestKept, { timeout: 20_000 }).toBe(first);
    clock.now -= 20 * HOUR_MS;
    await appendEntries(test, 1, new Date(clock.now));
    clock.elapsed += 60_000;
    await expect.poll(newestKept, { timeout: 20_000 }).toBe(first + 1);
    await stop();
    clock.now += 22 * HOUR_MS;
  });
});

it('startAuditWatcher reports checks that fail in a row', async () => {
  const tried = Promise.withResolvers<number>();
  const { log, lines } = createRecordingLog();
  const closed = await createTestDatabase();
  await closed.drop();
  const stop = startAuditWatcher({
    database: closed.database,
    memory: createHeadMemory(test.masterKeys, undefined),
    keepSeen: async () => undefined,
    onTried: tried.resolve,
    log,
    now: () => test.clock.now,
    elapsed: () => 0,
  });
  expect(await tried.promise).toBe(1);
  await stop();
  expect(lines.map(({ message }) => message)).toContain('could not recheck the audit log');
});

it('startAuditWatcher keeps a seal, writes tiles, and raises an alarm that shows in the metrics', async () => {
  const { database, clock } = test;
  const metrics = createMetrics();
  metrics.watch('halyard_audit_log_broken', async () =>
    (await readAuditAlarm(database.reader)) === undefined ? 0 : 1,
  );
  const gauge = async () => /^halyard_audit_log_broken (\d)$/m.exec(await metrics.text())?.[1];
  const { log, lines } = createRecordingLog();
  clock.now += 3_600_000;
  await appendEntries(test, 300, new Date(clock.now));
  const size = await newest();
  const stop = startAuditWatcher({
    database,
    memory: createHeadMemory(test.masterKeys, undefined),
    keepSeen: async () => undefined,
    log,
    now: () => clock.now,
    elapsed: () => clock.elapsed,
  });
  await vi.waitFor(
    async () => {
      const { tiles } = await database.reader
        .selectFrom('audit_watch')
        .select('tiles')
        .executeTakeFirstOrThrow();
      expect(tiles).toBe(Math.floor(size / 256));
      const seals = await database.reader
        .selectFrom('audit_seals')
        .select('size')
        .orderBy('size', 'desc')
        .execute();
      expect(seals[0]?.size).toBe(size);
    },
    { timeout: 20_000 },
  );
  await stop();
  expect(await gauge()).toBe('0');
  await appendEntries(test, 300, new Date(clock.now));
  await tamper(database, `DELETE FROM audit_log WHERE sequence = ${size + 2}`);
  const stopAgain = startAuditWatcher({
    database,
    memory: createHeadMemory(test.masterKeys, undefined),
    keepSeen: async () => undefined,
    log,
    now: () => clock.now,
    elapsed: () => clock.elapsed,
  });
  await expect.poll(() => JSON.stringify(lines)).toContain(`AUDIT LOG BROKEN: entry ${size + 2} is missing`);
  await stopAgain();
  expect(await gauge()).toBe('1');
});

async function readHead() {
  return await test.database.reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
}

/** Resets the head to the seal format from before the hash tree. */
async function backToFormerSeal(): Promise<void> {
  const head = await readHead();
  const seal = formerSealOf(ring[0], head);
  await test.database.transaction(async (transaction) => {
    await transaction
      .updateTable('audit_head')
      .set({ root: null, sealed_at: null, frontier: Buffer.alloc(0), seal })
      .execute();
  });
}
