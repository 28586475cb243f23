import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AuditDesk, startAuditDesk } from '../../../test/audit-desk.ts';
import { type AuditReader, createAuditReader } from '../../../test/audit-reader.ts';
import { enrolAdministrator } from '../../../test/authenticator.ts';
import { appendEntries, tamper } from '../../../test/long-audit-log.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { keepAuditSeal } from '../../infra/audit/proof/audit-watcher.ts';
import { extendAuditTiles } from '../../infra/audit/proof/extend-audit-tiles.ts';
import { createHeadMemory } from '../../infra/audit/proof/head-memory.ts';
import { readAuditPartitions } from '../../infra/audit/retention/audit-partitions.ts';
import { keepAuditRetention, type RetentionParts } from '../../infra/audit/retention/audit-retention.ts';
import { checkInThisThread } from '../../infra/audit/verification/check-audit-range.ts';
import { verifyAuditLog } from '../../infra/audit/verification/verify-audit-log.ts';
import { databaseNow } from '../../infra/database-now.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');

let desk: AuditDesk;
let enrolled: Awaited<ReturnType<typeof enrolAdministrator>>;
let reader: AuditReader;
let day = 0;

beforeAll(async () => {
  desk = await startAuditDesk();
  enrolled = await enrolAdministrator(desk.test, 'keeper@example.com');
  reader = createAuditReader(enrolled.browser);
});
afterAll(async () => await desk.test.close());

const today = () => BEGIN + day * DAY_MS;
const keep = async (retentionDays = 100) =>
  await keepAuditRetention({ ...desk.test, now: today, databaseNow: async () => today(), retentionDays });
const bounds = async () =>
  (await readAuditPartitions(desk.test.database.reader)).map(({ first, end }) => [first, end]);
const fill = async (entries: number) => await appendEntries(desk.test, entries, new Date(today()));
const writeTiles = async ({ database }: Pick<TestApplication, 'database'>) => {
  while ((await extendAuditTiles(database, Date.now)).extended);
};

it('keepAuditRetention starts a partition per month and drops expired ones, keeping later entries provable', async () => {
  await fill(600 - (await desk.find({ limit: 1 })).totalCount);
  await keep();
  expect(await bounds()).toEqual([[1, undefined]]);
  day = 100;
  await keep();
  expect(await bounds()).toEqual([
    [1, 769],
    [769, undefined],
  ]);
  await fill(100);
  const other = createAuditReader(enrolled.browser);
  await other.readPageOf(700);
  expect(other.seen()?.size).toBe(700);
  await fill(300);
  await keepAuditSeal(desk.test.database);
  await desk.closeBlocks();
  await reader.readPageOf(1000);
  const seen = reader.seen();
  const memory = createHeadMemory(desk.test.masterKeys, { sequence: 700, hash: '', root: '' });

  day = 220;
  await keep();
  expect((await bounds())[0]).toEqual([1, 769]);
  await writeTiles(desk.test);
  await keep(0);
  expect((await bounds())[0]).toEqual([1, 769]);
  await keep();
  expect((await bounds()).slice(0, 2)).toEqual([
    [769, 1025],
    [1025, undefined],
  ]);

  const { rows: texts } = await desk.test.database.query<{ readonly last: number }>({
    text: `SELECT (block + 1) * block_size AS last FROM audit_block_texts, audit_blocks`,
  });
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter(({ last }) => last < 769)).toEqual([]);

  const { logs, totalCount } = await desk.find({ limit: 1 });
  expect(totalCount).toBe(1001 - 768);
  expect(logs[0]).toMatchObject({
    action: 'audit_log.drop',
    description: 'Audit entries 1 to 768 removed by retention',
    metadata: { first: 1, last: 768, sealed_size: 1000, sealed_root: seen?.root, retention_days: 100 },
  });
  expect(await memory.compare(desk.test.database.reader, Date.now())).toBeUndefined();
  expect(await verifyAuditLog(desk.test)).toMatchObject({ first: 769, last: 1001, fault: undefined });
  for (const sequence of [1001, 900, 769]) {
    expect(await reader.readPageOf(sequence)).toMatchObject({ kind: 'verified', seal: { size: 1001 } });
  }
  // The last size that this reader saw is inside a tile with dropped entries.
  expect(await other.readPageOf(900)).toMatchObject({ kind: 'verified', seal: { size: 1001 } });
  expect((await desk.find({ action: 'user.block', limit: 1 })).totalCount).toBe(232);
});

it('verifyAuditLog detects changes after a dropped partition', async () => {
  await tamper(desk.test.database, 'UPDATE audit_log SET description = $$No$$ WHERE sequence = 800');
  expect((await verifyAuditLog(desk.test)).fault).toEqual({ sequence: 800, reason: 'was changed' });
  await tamper(desk.test.database, "UPDATE audit_tiles SET root = sha256('') WHERE index = 1");
  await tamper(
    desk.test.database,
    "UPDATE audit_log SET description = 'Act 799 <b>😀</b>' WHERE sequence = 800",
  );
  expect((await verifyAuditLog(desk.test)).fault).toMatchObject({ sequence: 1000 });
});

it('keepAuditRetention makes new partitions append-only', async () => {
  for (const statement of [
    'TRUNCATE audit_log_1025',
    'DELETE FROM audit_log_769',
    'TRUNCATE audit_log_769',
  ]) {
    await expect(desk.test.database.query({ text: statement })).rejects.toThrow('append-only');
  }
});

it('keepAuditRetention does not drop or start a partition if the clock of a process is far ahead', async () => {
  const test = await startTestApplication();
  const retain = async (clocks: Pick<RetentionParts, 'now' | 'databaseNow'>) => {
    await keepAuditRetention({ ...test, ...clocks, retentionDays: 100 });
    return (await readAuditPartitions(test.database.reader)).map(({ first }) => first);
  };
  await appendEntries(test, 300, new Date());
  await retain({ now: Date.now, databaseNow: async () => Date.now() + 40 * DAY_MS });
  await appendEntries(test, 300, new Date());
  await writeTiles(test);
  expect(await retain({ now: () => Date.now() + 400 * DAY_MS, databaseNow })).toEqual([1, 513]);
  await test.close();
});

it('keepAuditRetention does not drop partitions or start one per hour if the clocks of writers are far behind', async () => {
  const test = await startTestApplication();
  let now = Date.now();
  const retain = async () => {
    await keepAuditRetention({ ...test, now: () => 0, databaseNow: async () => now, retentionDays: 100 });
    await writeTiles(test);
    return (await readAuditPartitions(test.database.reader)).map(({ first }) => first);
  };
  const hour = DAY_MS / 24;
  for (let hours = 0; hours < 4; hours++) {
    await appendEntries(test, 256, new Date(0));
    await keepAuditSeal(test.database);
    expect(await retain()).toEqual([1, 257]);
    now += hour;
  }
  now += 101 * DAY_MS;
  await appendEntries(test, 256, new Date(0));
  expect(await retain()).toEqual([257, 1537]);
  await appendEntries(test, 256, new Date(0));
  now += 2 * hour;
  expect(await retain()).toEqual([257, 1537]);
  await test.close();
});

it('keepAuditRetention without retention starts a partition per year, ahead of its first entry', async () => {
  const test = await startTestApplication();
  let now = Date.now();
  const keepAll = async () => {
    await keepAuditRetention({ ...test, now: () => now, databaseNow: async () => now, retentionDays: 0 });
    return (await readAuditPartitions(test.database.reader)).map(({ first }) => first);
  };
  await appendEntries(test, 512, new Date());
  now += 364 * DAY_MS;
  expect(await keepAll()).toEqual([1]);
  now += 2 * DAY_MS;
  expect(await keepAll()).toEqual([1, 513]);
  const { rows } = await test.database.query({ text: 'SELECT FROM audit_log_513' });
  expect(rows).toEqual([]);
  await appendEntries(test, 1, new Date(now));
  expect(await verifyAuditLog(test)).toMatchObject({ first: 1, last: 513, fault: undefined });
  await test.close();
});

it('keepAuditRetention does not keep readers and writers waiting behind a long transaction', async () => {
  const test = await startTestApplication();
  const later = Date.now() + 40 * DAY_MS;
  const retain = async () =>
    await keepAuditRetention({
      ...test,
      now: () => later,
      databaseNow: async () => later,
      retentionDays: 100,
    });
  await appendEntries(test, 300, new Date());
  await test.database.transaction(async (backup) => {
    await sql`SELECT FROM audit_log LIMIT 1`.execute(backup);
    let wasSeen = false;
    const retainUntilSeen = async () => {
      while (!wasSeen) await expect(retain()).rejects.toMatchObject({ code: '55P03' });
    };
    const retaining = retainUntilSeen();
    await vi.waitFor(
      async () => {
        const { rows } =
          await sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'audit_log'::regclass`.execute(
            backup,
          );
        expect(rows).toHaveLength(1);
      },
      { timeout: 20_000, interval: 10 },
    );
    wasSeen = true;
    await test.database.transaction(async (other) => {
      await sql`SET LOCAL lock_timeout = 2000`.execute(other);
      await sql`SELECT FROM audit_log LIMIT 1`.execute(other);
    });
    await retaining;
  });
  await retain();
  expect((await readAuditPartitions(test.database.reader)).map(({ first }) => first)).toEqual([1, 513]);
  await test.close();
});

describe('verifyAuditLog during retention', () => {
  /** Starts a log of 600 entries, the first 512 of them expired. */
  async function startOldLog() {
    const test = await startTestApplication();
    let now = Date.now();
    const retain = async () =>
      await keepAuditRetention({ ...test, now: () => now, databaseNow: async () => now, retentionDays: 100 });
    await appendEntries(test, 300, new Date());
    await keepAuditSeal(test.database);
    now += 40 * DAY_MS;
    await retain();
    await appendEntries(test, 300, new Date(now));
    await keepAuditSeal(test.database);
    await writeTiles(test);
    now += 101 * DAY_MS;
    return { test, retain };
  }

  /** Verifies the log and runs `act` before each range. */
  async function verifyWhile({ database, masterKeys }: TestApplication, act: () => Promise<unknown>) {
    const { check, ...checker } = checkInThisThread(database.reader);
    return await verifyAuditLog(
      { database, masterKeys },
      {
        checker: {
          ...checker,
          check: async (range) => {
            await act();
            return await check(range);
          },
        },
      },
    );
  }

  it('does not report entries as missing if retention drops them during verification', async () => {
    const { test, retain } = await startOldLog();
    const verification = await verifyWhile(test, retain);
    expect(verification).toMatchObject({ first: 513, fault: undefined, drop: { oldest: 513 } });
    await test.close();
  });

  it('reports a changed entry even if retention drops it during verification', async () => {
    const { test, retain } = await startOldLog();
    await tamper(test.database, 'UPDATE audit_log SET description = $$No$$ WHERE sequence = 300');
    const { check, ...checker } = checkInThisThread(test.database.reader);
    const checking = verifyAuditLog(test, {
      checker: {
        ...checker,
        check: async (range) => {
          const checked = await check(range);
          await retain();
          return checked;
        },
      },
    });
    expect((await checking).fault).toEqual({ sequence: 300, reason: 'was changed' });
    await test.close();
  });

  it('reports missing entries even if the start of the log keeps moving', async () => {
    const { test } = await startOldLog();
    await tamper(test.database, 'DELETE FROM audit_log WHERE sequence <= 100');
    let first = 101;
    const moved = () => tamper(test.database, `UPDATE audit_blocks SET first_sequence = ${first++}`);
    expect((await verifyWhile(test, moved)).fault).toEqual({ sequence: 1, reason: 'is missing' });
    await test.close();
  });

  it('reports missing entries if no key has sealed their drop', async () => {
    const { test, retain } = await startOldLog();
    let dropped: Promise<void> | undefined;
    const dropUnsealed = async () => {
      await retain();
      await tamper(test.database, "UPDATE audit_head SET seal = decode(repeat('00', 64), 'hex')");
    };
    const dropOnce = () => (dropped ??= dropUnsealed());
    expect((await verifyWhile(test, dropOnce)).fault).toEqual({ sequence: 1, reason: 'is missing' });
    await test.close();
  });
});

it('keepAuditRetention keeps entries whose times were forged to look old', async () => {
  const test = await startTestApplication();
  const retain = async (now: () => number) => {
    await keepAuditRetention({ ...test, now: Date.now, databaseNow: async () => now(), retentionDays: 100 });
    return (await readAuditPartitions(test.database.reader)).map(({ first }) => first);
  };
  await appendEntries(test, 300, new Date());
  await keepAuditSeal(test.database);
  await retain(() => Date.now() + 40 * DAY_MS);
  await appendEntries(test, 300, new Date());
  await writeTiles(test);
  await tamper(
    test.database,
    `UPDATE audit_log SET created_at = '2020-01-01' WHERE sequence <= 512;
    UPDATE audit_parts SET begun_at = '2020-01-01'; UPDATE audit_seals SET size = 512, sealed_at = '2020-01-01'`,
  );
  expect(await retain(Date.now)).toEqual([1, 513]);
  await test.close();
});
