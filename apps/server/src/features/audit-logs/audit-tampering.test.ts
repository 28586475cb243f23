import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '@halyard/audit-proof/bytes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AuditDesk, startAuditDesk } from '../../../test/audit-desk.ts';
import { type AuditForger, createAuditForger } from '../../../test/audit-forger.ts';
import { type AuditReader, createAuditReader } from '../../../test/audit-reader.ts';
import { enrolAdministrator } from '../../../test/authenticator.ts';
import { keepFedEntry } from '../../../test/keep-fed-entry.ts';
import { appendEntries, tamper } from '../../../test/long-audit-log.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { withDatabase } from '../../../test/template-database.ts';
import { startTestApplication } from '../../../test/test-application.ts';
import { connectPlatform, type TestPlatform } from '../../../test/test-platform.ts';
import { type AuditEntry, createAppendAudit } from '../../infra/audit/append-audit.ts';
import { AUDIT_HEAD_COLUMNS, TILE_SIZE } from '../../infra/audit/chain/audit-seal.ts';
import type { EntryFault } from '../../infra/audit/chain/check-entries.ts';
import { keepAuditSeal, startAuditWatcher } from '../../infra/audit/proof/audit-watcher.ts';
import { extendAuditTiles, readAuditAlarm } from '../../infra/audit/proof/extend-audit-tiles.ts';
import { createHeadMemory } from '../../infra/audit/proof/head-memory.ts';
import { openSeenHeadFile, type SeenHeadFile } from '../../infra/audit/proof/seen-head-file.ts';
import {
  type AuditCheckThreads,
  createAuditCheckThreads,
} from '../../infra/audit/verification/audit-check-threads.ts';
import { verifyAuditLog } from '../../infra/audit/verification/verify-audit-log.ts';
import { type MasterKey, masterKeyRing } from '../../infra/crypto/master-keys.ts';
import { runAuditCommand } from './audit-commands.ts';

const SEALED = 560;
const VICTIM = 300;
const TABLES = [
  'audit_log',
  'audit_head',
  'audit_tiles',
  'audit_seals',
  'audit_watch',
  'audit_keys',
  'audit_blocks',
];

const DROP = {
  action: 'audit_log.drop',
  category: 'system_operation',
  description: 'Dropped by age',
  status: 'success',
  actor: { type: 'system' },
  resource: { type: 'audit_log' },
} as const satisfies AuditEntry;

let desk: AuditDesk;
let reader: AuditReader;
let platform: TestPlatform;
let threads: AuditCheckThreads;
let dataDir: string;
let seenHeads: SeenHeadFile;
let forger: AuditForger;

beforeAll(async () => {
  desk = await startAuditDesk();
  forger = createAuditForger(desk.test.database);
  dataDir = await mkdtemp(join(tmpdir(), 'halyard-tampering-'));
  seenHeads = openSeenHeadFile(dataDir, 'test');
  threads = createAuditCheckThreads(desk.test.database, desk.test.connection);
  const { browser } = await enrolAdministrator(desk.test, 'auditor@example.com');
  reader = createAuditReader(browser);
  platform = await connectPlatform(desk.test);
  await appendEntries(desk.test, SEALED - (await headNumber()));
  while ((await extendAuditTiles(desk.test.database, Date.now)).extended);
  await change(TABLES.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`).join(';'));
});
afterAll(async () => {
  await threads.stop();
  await rm(dataDir, { recursive: true });
  await desk.test.close();
});
afterEach(async () => {
  reader.forget();
  await rm(join(dataDir, 'audit-head.json'), { force: true });
  await restore();
});

const change = async (statements: string) => await forger.change(statements);
const rewrite = async (first: number, last: number) => await forger.rewrite(first, last);
const rewriteTiles = async () => await forger.rewriteTiles();
const forgeHead = async (key: MasterKey, size = SEALED) => await forger.forgeHead(key, size);

/** Puts all tables back as they were before the first test. */
const restore = () =>
  change(
    TABLES.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`).join(';'),
  );

/** Expects the same result in this thread and in worker threads with one tile per range. */
async function verify(): Promise<EntryFault | undefined> {
  const checker = { ...threads, rangeSize: TILE_SIZE };
  const { fault } = await verifyAuditLog(desk.test, { checker });
  expect((await verifyAuditLog(desk.test)).fault).toEqual(fault);
  return fault;
}

async function headNumber(): Promise<number> {
  const { sequence } = await desk.test.database.reader
    .selectFrom('audit_head')
    .select('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

async function command(...args: readonly string[]) {
  const lines: string[] = [];
  const parts = {
    ...desk.test,
    seenHeads,
    forgetVersions: async () => undefined,
    appendAudit: createAppendAudit(desk.test.masterKeys, () => new Date()),
  };
  const isRight = await runAuditCommand(parts, args, (line) => lines.push(line));
  return { isRight, lines };
}

/** Result of the last verification of the whole log, for the System screen. */
async function keptResult() {
  return await desk.test.database.reader
    .selectFrom('audit_watch')
    .select(['verified_entries', 'verified_fault'])
    .executeTakeFirstOrThrow();
}

describe('untampered audit log', () => {
  it('passes verification by page and as a whole, also with --expect and --from', async () => {
    for (const sequence of [SEALED, 512, 257, 256, VICTIM, 20, 1]) {
      expect(await reader.readPageOf(sequence)).toMatchObject({
        kind: 'verified',
        seal: { size: SEALED },
        unsealed: 0,
      });
    }
    const { isRight, lines } = await command('verify');
    expect(lines[0]).toBe(`Verified: entries 1 to ${SEALED} are unaltered and none is missing.`);
    const expected = lines[1]?.split(' ').at(-1) ?? '';
    expect(isRight).toBe(true);
    await appendEntries(desk.test, 300);
    expect((await command('verify', '--expect', expected)).isRight).toBe(true);
    expect((await command('verify', '--from', '300')).lines[0]).toMatch(/^Verified: entries 257 to 860 /);
    expect(await reader.readPageOf(860)).toMatchObject({ kind: 'verified', seal: { size: 860 } });
  });

  it('keeps the result of a whole verification, but not of a part', async () => {
    await command('verify', '--from', '300');
    expect(await keptResult()).toEqual({ verified_entries: null, verified_fault: null });
    await command('verify');
    expect(await keptResult()).toEqual({ verified_entries: SEALED, verified_fault: null });
    await rewrite(VICTIM, SEALED);
    await command('verify', '--from', '300');
    expect((await keptResult()).verified_fault).toBeNull();
    await command('verify');
    expect((await keptResult()).verified_fault).toMatch(/^Entry \d+ /);
  });

  it('passes verification while entries are appended and tiles are written', async () => {
    const appending = (async () => {
      for (let round = 0; round < 20; round++) await appendEntries(desk.test, 37);
    })();
    for (let round = 0; round < 6; round++) {
      expect(await verify()).toBeUndefined();
      await extendAuditTiles(desk.test.database, Date.now);
      expect(await reader.readPageOf(await headNumber())).toMatchObject({ kind: 'verified' });
    }
    await appending;
    expect(await verify()).toBeUndefined();
  });
});

describe('verification of audit entries', () => {
  it.each([
    "id = '00000000-0000-4000-8000-000000000000'",
    "created_at = created_at + interval '1 millisecond'",
    "action = 'user.unblock'",
    "action_category = 'configuration'",
    "description = description || '.'",
    "status = 'failure'",
    "actor_type = 'system'",
    "actor_id = 'somebody'",
    "actor_email = 'Ada@example.com'",
    'actor_email = NULL',
    "resource_type = 'wallet'",
    'resource_id = NULL',
    "resource_identifier = ''",
    "request_id = 'r'",
    "ip_address = '2001:db8::2'",
    "user_agent = ' '",
    'error_message = NULL',
    'metadata = metadata || \'{"z": 2}\'',
    'metadata = metadata || \'{"z": 1.5}\'',
    "metadata = metadata - 'constructor'",
    'changes = NULL',
    "occurred_at = occurred_at + interval '1 millisecond'",
    "service_key_id = 'other'",
    'occurred_at = NULL, service_key_id = NULL',
    "previous_hash = sha256('')",
    "hash = sha256('')",
  ])('detects an entry changed by %s', async (changed) => {
    await reader.readPageOf(VICTIM);
    await change(`UPDATE audit_log SET ${changed} WHERE sequence = ${VICTIM}`);
    expect(await verify()).toEqual({ sequence: VICTIM, reason: 'was changed' });
    expect(await reader.readPageOf(VICTIM)).toEqual({ kind: 'broken', fault: 'changed', sequence: VICTIM });
    const { isRight, lines } = await command('verify');
    expect(isRight).toBe(false);
    expect(lines).toEqual([`BROKEN: entry ${VICTIM} was changed.`]);
  });

  it('detects a changed entry with a recomputed hash', async () => {
    await rewrite(VICTIM, VICTIM);
    expect(await verify()).toEqual({ sequence: VICTIM, reason: 'was replaced by another one' });
    expect(await reader.readPageOf(VICTIM)).toEqual({ kind: 'broken', fault: 'changed', sequence: VICTIM });
  });

  it('detects a changed entry with a recomputed hash at the end of an unwritten tile', async () => {
    await change('UPDATE audit_watch SET tiles = 0');
    await rewrite(512, 512);
    expect(await verify()).toEqual({ sequence: 512, reason: 'was replaced by another one' });
  });

  it.each([1, VICTIM, 512, SEALED])('detects the removal of entry %i', async (sequence) => {
    await change(`DELETE FROM audit_log WHERE sequence = ${sequence}`);
    expect(await verify()).toEqual({ sequence, reason: 'is missing' });
    expect(await reader.readPageOf(sequence)).toEqual({ kind: 'broken', fault: 'missing', sequence });
  });

  it('detects two swapped entries', async () => {
    await change(`UPDATE audit_log SET sequence = -1 WHERE sequence = ${VICTIM};
      UPDATE audit_log SET sequence = ${VICTIM} WHERE sequence = ${VICTIM + 5};
      UPDATE audit_log SET sequence = ${VICTIM + 5} WHERE sequence = -1`);
    expect(await verify()).toEqual({ sequence: VICTIM, reason: 'was changed' });
    expect(await reader.readPageOf(VICTIM)).toEqual({ kind: 'broken', fault: 'changed', sequence: VICTIM });
  });

  it('raises an alarm for a changed entry without a tile until the entry is restored', async () => {
    await appendEntries(desk.test, 300);
    await change('UPDATE audit_log SET description = $$Nothing$$ WHERE sequence = 600');
    const { database, clock } = desk.test;
    for (const _ of [1, 2]) {
      expect(await extendAuditTiles(database, () => clock.now)).toEqual({
        extended: false,
        fault: { sequence: 600, reason: 'was changed' },
      });
    }
    expect(await reader.readPageOf(VICTIM)).toEqual({ kind: 'broken', fault: 'alarm', sequence: 600 });
    await change(`UPDATE audit_log SET description = 'Act 599 <b>😀</b>' WHERE sequence = 600`);
    expect(await extendAuditTiles(database, () => clock.now)).toEqual({ extended: true, fault: undefined });
    expect(await reader.readPageOf(VICTIM)).toMatchObject({ kind: 'verified' });
  });
});

describe('proof that a database writer tries to choose', () => {
  const watch = async () => await extendAuditTiles(desk.test.database, Date.now);

  it('does not fall back to an earlier seal if the seal of the head is gone', async () => {
    await keepAuditSeal(desk.test.database);
    await appendEntries(desk.test, 300);
    await rewrite(700, 860);
    await change('UPDATE audit_head SET root = NULL');
    expect(await reader.readPageOf(700)).toEqual({ kind: 'broken', fault: 'unsealed', sequence: 860 });
  });

  it('checks entries again and compares their tiles if their number was set back', async () => {
    await rewrite(VICTIM, SEALED);
    await change('UPDATE audit_watch SET tiles = 0');
    expect(await reader.readPageOf(VICTIM)).toMatchObject({ kind: 'broken', fault: 'not_in_log' });
    expect((await watch()).fault).toEqual({
      sequence: 512,
      reason: 'or an earlier entry was rewritten after it was sealed',
    });
    expect(await reader.readPageOf(20)).toMatchObject({ kind: 'broken' });
  });

  it('writes the same tiles again if only their number was set back', async () => {
    await change('UPDATE audit_watch SET tiles = 0');
    expect(await watch()).toEqual({ extended: true, fault: undefined });
    expect(await reader.readPageOf(VICTIM)).toMatchObject({ kind: 'verified', seal: { size: SEALED } });
  });

  it('raises an alarm and proves on if the state of the checks was deleted', async () => {
    await change(
      `DELETE FROM audit_watch; UPDATE audit_log SET description = 'x' WHERE sequence = ${VICTIM}`,
    );
    expect(await reader.readPageOf(VICTIM)).toEqual({ kind: 'broken', fault: 'changed', sequence: VICTIM });
    expect((await watch()).fault).toEqual({ sequence: VICTIM, reason: 'was changed' });
    expect(await reader.readPageOf(20)).toEqual({ kind: 'broken', fault: 'alarm', sequence: VICTIM });
  });
});

describe('log that was rolled back under a running process', () => {
  async function remember() {
    const { compare } = createHeadMemory(desk.test.masterKeys, undefined);
    await appendEntries(desk.test, 300);
    expect(await compare(desk.test.database.reader, Date.now())).toBeUndefined();
    return async () => await compare(desk.test.database.reader, Date.now());
  }

  it('reports a rollback to an earlier sealed state, also after more appends', async () => {
    const compare = await remember();
    await restore();
    const fault = { sequence: SEALED + 1, reason: `is missing: the log had ${SEALED + 300} entries before` };
    expect(await compare()).toEqual(fault);
    await appendEntries(desk.test, 10);
    expect(await compare()).toEqual({ ...fault, sequence: SEALED + 11 });
    await appendEntries(desk.test, 300);
    expect(await compare()).toEqual({
      sequence: SEALED + 300,
      reason: 'or an earlier entry was rewritten after it was sealed',
    });
  });

  it('reports a log that was emptied', async () => {
    const compare = await remember();
    await change(`DELETE FROM audit_log; DELETE FROM audit_tiles; DELETE FROM audit_seals;
      UPDATE audit_watch SET tiles = 0; UPDATE audit_head SET sequence = 0, hash = decode(repeat('00', 32), 'hex'),
        root = NULL, frontier = '', sealed_at = NULL, seal = NULL, seal_key_id = NULL`);
    expect(await verify()).toBeUndefined();
    expect(await compare()).toEqual({
      sequence: 1,
      reason: `is missing: the log had ${SEALED + 300} entries before`,
    });
  });

  it('reports a log that was rewritten and sealed with the master key', async () => {
    const compare = await remember();
    await rewrite(VICTIM, SEALED + 300);
    await forgeHead(desk.test.masterKeys()[0], SEALED + 300);
    expect(await compare()).toMatchObject({ sequence: SEALED + 300 });
  });

  it('accepts appends', async () => {
    const compare = await remember();
    await appendEntries(desk.test, 40);
    expect(await compare()).toBeUndefined();
  });

  it('reports a first number that hides a rollback, but is proved by no removal', async () => {
    const compare = await remember();
    await restore();
    await appendEntries(desk.test, 400);
    await change(`UPDATE audit_blocks SET first_sequence = ${SEALED + 301}`);
    expect(await compare()).toMatchObject({
      sequence: SEALED + 300,
      reason: expect.stringMatching(/missing/),
    });
  });

  it('raises an alarm at the next entry of a process that wrote later ones', async () => {
    const test = await startTestApplication();
    const writeOne = async () => await test.newBrowser().signIn('nobody@example.com', 'Wrong-1');
    const isAlarmed = () => test.headMemory.alarm() !== undefined;
    await writeOne();
    await tamper(test.database, 'CREATE TABLE kept_head AS TABLE audit_head');
    await writeOne();
    expect(isAlarmed()).toBe(false);
    await tamper(
      test.database,
      `DELETE FROM audit_log WHERE sequence > 1; DELETE FROM audit_head; INSERT INTO audit_head TABLE kept_head`,
    );
    await writeOne();
    expect(test.headMemory.alarm()).toMatchObject({
      sequence: 2,
      reason: 'is missing: the log had 2 entries before',
    });
    // The log is then longer than before, but another one.
    for (let written = 0; written < 3; written++) await writeOne();
    await test.headMemory.compare(test.database.reader, Date.now());
    expect(isAlarmed()).toBe(true);
    await test.close();
  });

  it('is reported after a restart and by audit verify, until an operator accepts it', async () => {
    const { masterKeys, database } = desk.test;
    const memory = createHeadMemory(masterKeys, undefined);
    await appendEntries(desk.test, 300);
    await memory.compare(database.reader, Date.now());
    await seenHeads.keep(memory.seen() ?? { sequence: 0, hash: '', root: '' });
    expect((await command('verify')).isRight).toBe(true);
    await restore();
    const restarted = async () =>
      await createHeadMemory(masterKeys, await seenHeads.read()).compare(database.reader, Date.now());
    expect(await restarted()).toMatchObject({ sequence: SEALED + 1 });
    expect((await command('verify')).lines).toEqual([
      `BROKEN: entry ${SEALED + 1} is missing: the log was sealed up to entry ${SEALED + 300}.`,
      'If you restored a backup, run npm run admin -- audit accept. Otherwise, keep the database as it is and find out who wrote to it.',
    ]);
    expect((await command('accept')).lines).toEqual([
      `Accepted the audit log with ${SEALED} entries. Restart every product process.`,
    ]);
    expect(await restarted()).toBeUndefined();
    expect((await command('verify')).isRight).toBe(true);
    const { rows } = await database.query<{ metadata: object }>({
      text: `SELECT metadata FROM audit_log WHERE action = 'audit_log.accept'`,
    });
    expect(rows).toEqual([{ metadata: { entries_before: SEALED + 300, entries_found: SEALED } }]);
  });
});

describe('audit log with a removed beginning', () => {
  const GONE = 256;
  const reason = 'and all earlier ones are missing, and no entry records that retention dropped them';
  const takeAway = `DELETE FROM audit_log WHERE sequence <= ${GONE};
    UPDATE audit_blocks SET first_sequence = ${GONE + 1}`;
  const watch = async () => await extendAuditTiles(desk.test.database, Date.now);

  it('fails verification by command, watcher and browser until the entries are back', async () => {
    await reader.readPageOf(SEALED);
    await change(takeAway);
    expect(await verify()).toEqual({ sequence: GONE, reason });
    expect(await reader.readPageOf(SEALED)).toEqual({ kind: 'broken', fault: 'missing', sequence: GONE });
    expect((await command('verify')).lines).toEqual([`BROKEN: entry ${GONE} ${reason}.`]);
    expect((await command('verify', '--from', '400')).lines).toEqual([`BROKEN: entry ${GONE} ${reason}.`]);
    expect(await watch()).toEqual({ extended: false, fault: { sequence: GONE, reason } });
    expect(await readAuditAlarm(desk.test.database.reader)).toMatchObject({ sequence: GONE, reason });
    await change(
      `UPDATE audit_blocks SET first_sequence = 1; INSERT INTO audit_log SELECT * FROM kept_audit_log WHERE sequence <= ${GONE}`,
    );
    expect(await watch()).toEqual({ extended: false, fault: undefined });
    expect(await readAuditAlarm(desk.test.database.reader)).toBeUndefined();
    expect(await reader.readPageOf(SEALED)).toMatchObject({ kind: 'verified' });
  });

  it('fails verification if the platform sent the drop entry', async () => {
    await feedDrop({ first: 1, last: GONE });
    await change(`${takeAway}, dropped_by = ${SEALED + 1}`);
    expect(await verify()).toEqual({ sequence: GONE, reason });
    expect(await reader.readPageOf(SEALED)).toEqual({ kind: 'broken', fault: 'missing', sequence: GONE });
    expect((await watch()).fault).toEqual({ sequence: GONE, reason });
  });

  it('fails verification if the drop entry covers other entries', async () => {
    await appendDrop({ first: 1, last: GONE - 1 });
    await change(`${takeAway}, dropped_by = ${SEALED + 1}`);
    expect(await verify()).toEqual({ sequence: GONE, reason });
    expect(await reader.readPageOf(SEALED)).toEqual({ kind: 'broken', fault: 'missing', sequence: GONE });
  });

  it('fails verification if an existing entry was turned into a drop entry', async () => {
    await change(`${asDrop(VICTIM)}; ${takeAway}, dropped_by = ${VICTIM}`);
    await rewrite(VICTIM, SEALED);
    expect((await watch()).fault).toEqual({ sequence: GONE, reason });
    expect(await reader.readPageOf(SEALED)).toMatchObject({ kind: 'broken' });
    expect(await verify()).toBeDefined();
  });

  it('fails verification if a drop entry was inserted after the head', async () => {
    await change(`UPDATE audit_log SET sequence = ${SEALED + 1},
        previous_hash = (SELECT hash FROM audit_head) WHERE sequence = ${GONE};
      ${asDrop(SEALED + 1)}; ${takeAway}, dropped_by = ${SEALED + 1}`);
    await rewrite(SEALED + 1, SEALED + 1);
    expect(await reader.readPageOf(VICTIM)).toEqual({ kind: 'unproven' });
    expect((await watch()).fault).toEqual({ sequence: GONE, reason });
    expect(await reader.readPageOf(VICTIM)).toEqual({ kind: 'broken', fault: 'alarm', sequence: GONE });
    expect(await verify()).toBeDefined();
  });

  it('passes verification if the log has the matching drop entry', async () => {
    await appendDrop({ first: 1, last: GONE });
    await change(`${takeAway}, dropped_by = ${SEALED + 1}`);
    expect(await verify()).toBeUndefined();
    expect(await reader.readPageOf(SEALED)).toMatchObject({ kind: 'verified', seal: { size: SEALED + 1 } });
    expect((await command('verify', '--from', '400')).lines).toContain(
      `Retention removed entries 1 to ${GONE}, as recorded in entry ${SEALED + 1}.`,
    );
    expect((await watch()).fault).toBeUndefined();
  });

  it('cannot be created with plain statements, which the database rejects', async () => {
    for (const statement of [
      'UPDATE audit_blocks SET first_sequence = 257',
      'UPDATE audit_blocks SET first_sequence = 257, dropped_by = 300',
      'UPDATE audit_blocks SET dropped_by = 300',
      'DELETE FROM audit_blocks',
      'TRUNCATE audit_blocks',
    ]) {
      await expect(desk.test.database.query({ text: statement })).rejects.toMatchObject({ code: '23001' });
    }
  });

  const asDrop = (sequence: number) => `UPDATE audit_log SET action = 'audit_log.drop', occurred_at = NULL,
    service_key_id = NULL, actor_type = 'system', metadata = '{"first": 1, "last": ${GONE}}'
    WHERE sequence = ${sequence}`;
});

describe('truncated audit log', () => {
  it('fails verification if the head still covers the removed entries', async () => {
    await change('DELETE FROM audit_log WHERE sequence > 550');
    expect(await verify()).toEqual({ sequence: 551, reason: 'is missing' });
    expect(await reader.readPageOf(SEALED)).toEqual({ kind: 'broken', fault: 'missing', sequence: 551 });
  });

  it('fails verification if the head was set back without the key', async () => {
    await change(`DELETE FROM audit_log WHERE sequence > 550;
      UPDATE audit_head SET sequence = 550, hash = (SELECT hash FROM audit_log WHERE sequence = 550)`);
    expect(await verify()).toMatchObject({ sequence: 550, reason: expect.stringContaining('seal') });
    expect(await reader.readPageOf(550)).toEqual({ kind: 'broken', fault: 'seal_forged', sequence: 550 });
  });

  it('fails verification if only the head was set back', async () => {
    await restoreOlder(550);
    await change(`INSERT INTO audit_log SELECT * FROM kept_audit_log WHERE sequence = 551`);
    expect(await verify()).toEqual({ sequence: 551, reason: 'is newer than the head' });
  });

  it('fails verification for readers who saw a newer state than the restored backup', async () => {
    await reader.readPageOf(SEALED);
    const expected = `${SEALED}:${reader.seen()?.root}`;
    await restoreOlder(550);
    expect((await command('verify')).isRight).toBe(true);
    expect((await command('verify', '--expect', expected)).lines).toEqual([
      'BROKEN: entry 551 is missing: the log was sealed up to entry 560.',
      'If you restored a backup, run npm run admin -- audit accept. Otherwise, keep the database as it is and find out who wrote to it.',
    ]);
    expect(await reader.readPageOf(550)).toEqual({ kind: 'broken', fault: 'cut_off', sequence: 551 });
    await appendEntries(desk.test, 100);
    expect((await command('verify', '--expect', expected)).lines).toEqual([
      'BROKEN: entry 560 or an earlier entry does not match the expected root.',
    ]);
    expect(await reader.readPageOf(550)).toEqual({ kind: 'broken', fault: 'rewritten', sequence: SEALED });
  });

  it('fails verification if a kept seal covers the removed entries', async () => {
    await keepAuditSeal(desk.test.database);
    await restoreOlder(550);
    expect(await verify()).toEqual({
      sequence: 551,
      reason: 'is missing: the log was sealed up to entry 560',
    });
  });
});

describe('rewritten audit log with recomputed hashes', () => {
  it('fails verification against the tiles', async () => {
    await rewrite(VICTIM, SEALED);
    expect(await verify()).toMatchObject({
      sequence: 257,
      reason: expect.stringMatching(/^or one of the next 255/),
    });
    expect(await reader.readPageOf(VICTIM)).toMatchObject({ kind: 'broken', fault: 'not_in_log' });
  });

  it('fails verification against a kept seal', async () => {
    await keepAuditSeal(desk.test.database);
    await appendEntries(desk.test, 10);
    await rewrite(VICTIM, SEALED + 10);
    await rewriteTiles();
    expect(await verify()).toMatchObject({ sequence: SEALED, reason: expect.stringContaining('sealed') });
  });

  it('fails verification against the head, even if the tiles were rewritten too', async () => {
    await rewrite(VICTIM, SEALED);
    await rewriteTiles();
    expect(await verify()).toMatchObject({ sequence: SEALED, reason: expect.stringContaining('sealed') });
    expect(await reader.readPageOf(VICTIM)).toMatchObject({ kind: 'broken', fault: 'not_in_log' });
  });

  it('fails verification at the first visit if another key sealed the head', async () => {
    const forged = masterKeyRing(randomBytes(32))[0];
    await rewrite(VICTIM, SEALED);
    await rewriteTiles();
    await forgeHead(forged);
    expect(await verify()).toMatchObject({ sequence: SEALED, reason: expect.stringContaining('seal') });
    expect(await reader.readPageOf(VICTIM)).toEqual({
      kind: 'broken',
      fault: 'unknown_key',
      sequence: SEALED,
    });
  });

  it('fails verification if another key sealed the head under the id of the correct key', async () => {
    const [{ id }] = desk.test.masterKeys();
    await forgeHead({ ...masterKeyRing(randomBytes(32))[0], id });
    expect(await verify()).toMatchObject({ sequence: SEALED, reason: expect.stringContaining('seal') });
    expect(await reader.readPageOf(VICTIM)).toEqual({
      kind: 'broken',
      fault: 'seal_forged',
      sequence: SEALED,
    });
  });

  it('fails verification for earlier readers, even if the real key sealed the rewrite', async () => {
    await reader.readPageOf(SEALED);
    await rewrite(VICTIM, SEALED);
    await rewriteTiles();
    await forgeHead(desk.test.masterKeys()[0]);
    expect(await verify()).toBeUndefined();
    expect(await reader.readPageOf(VICTIM)).toEqual({ kind: 'broken', fault: 'rewritten', sequence: SEALED });
  });
});

it('verifyAuditLog fails if a check thread cannot read the database', async () => {
  const nowhere = withDatabase(desk.test.connection, 'halyard_absent');
  const broken = createAuditCheckThreads(desk.test.database, nowhere);
  const checker = { ...broken, rangeSize: TILE_SIZE };
  await expect(verifyAuditLog(desk.test, { checker })).rejects.toThrow('does not exist');
  await broken.stop();
});

it('verifyAuditLog detects a kept seal that was replaced', async () => {
  await keepAuditSeal(desk.test.database);
  await change(`UPDATE audit_seals SET sealed_at = sealed_at - interval '1 second'`);
  expect(await verify()).toEqual({ sequence: SEALED, reason: 'has a seal not signed by a known key' });
});

it.each([[], ['verify', '--from', 'x'], ['verify', '--expect', '5'], ['prove'], ['key', 'x']])(
  'the audit command rejects the arguments %j',
  async (...args) => {
    const { isRight, lines } = await command(...args);
    expect(isRight).toBe(false);
    expect(lines).toEqual([
      'audit: expected verify [--from <number>] [--expect <size>:<root>] [--against <file>], accept, or key',
    ]);
  },
);

it('the audit command prints the public key', async () => {
  const [{ publicSealingKey }] = desk.test.masterKeys();
  expect(await command('key')).toEqual({
    isRight: true,
    lines: [expect.stringMatching(`^${toHex(publicSealingKey)} `)],
  });
});

async function appendDrop(metadata: { readonly first: number; readonly last: number }): Promise<void> {
  const { database, masterKeys, clock } = desk.test;
  const appendAudit = createAppendAudit(masterKeys, () => new Date(clock.now));
  await database.transaction((transaction) => appendAudit(transaction, { ...DROP, metadata }));
}

async function feedDrop(metadata: { readonly first: number; readonly last: number }): Promise<void> {
  const { category: actionCategory, ...drop } = DROP;
  const entry = { uuid: randomUUID(), ...drop, actionCategory, occurredAt: '2026-03-01T12:00:00Z', metadata };
  const refused = await platform.post('/audit-logs', { entries: [entry] });
  expect(refused.body.errors).toMatchObject([{ field: 'entries[0].action' }]);
  await keepFedEntry(desk.test, platform.key.id, entry);
}

// The last test, because a process keeps this alarm.
it('a rollback shows on the screen and in the log', async () => {
  const { log, lines } = createRecordingLog();
  const { database, headMemory, clock } = desk.test;
  await appendEntries(desk.test, 300);
  const now = () => clock.now;
  const stop = startAuditWatcher({
    database,
    memory: headMemory,
    keepSeen: seenHeads.keep,
    log,
    now,
    elapsed: () => clock.elapsed,
  });
  const tilesWritten = async () =>
    (await database.query<{ tiles: number }>({ text: 'SELECT tiles FROM audit_watch' })).rows[0]?.tiles;
  await expect.poll(tilesWritten).toBe(3);
  await restore();
  await expect
    .poll(() => JSON.stringify(lines), { timeout: 20_000 })
    .toContain(`AUDIT LOG BROKEN: entry ${SEALED + 1} is missing`);
  // The process must not overwrite what an operator accepts while it still runs.
  await command('accept');
  await stop();
  expect(await seenHeads.read()).toMatchObject({ sequence: SEALED + 1 });
  expect(await reader.readPageOf(20)).toEqual({ kind: 'broken', fault: 'alarm', sequence: SEALED + 1 });
  expect(await readAuditAlarm(database.reader)).toBeUndefined();
});

/** Restores an older state with a genuine seal, like a database backup. */
async function restoreOlder(size: number): Promise<void> {
  await change(`DELETE FROM audit_log WHERE sequence > ${size}`);
  await forgeHead(desk.test.masterKeys()[0], size);
  const head = await desk.test.database.reader.selectFrom('audit_head').select(AUDIT_HEAD_COLUMNS).execute();
  expect(head).toMatchObject([{ sequence: size }]);
}
