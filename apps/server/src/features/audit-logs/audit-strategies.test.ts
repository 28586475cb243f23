import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type AuditForger, createAuditForger } from '../../../test/audit-forger.ts';
import { createAuditReader } from '../../../test/audit-reader.ts';
import { enrolAdministrator } from '../../../test/authenticator.ts';
import { appendEntries } from '../../../test/long-audit-log.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import type { TestBrowser } from '../../../test/test-browser.ts';
import { auditWith } from '../../app.ts';
import { keepAuditSeal } from '../../infra/audit/proof/audit-watcher.ts';
import { readSeal } from '../../infra/audit/proof/audit-witness.ts';
import { extendAuditTiles } from '../../infra/audit/proof/extend-audit-tiles.ts';
import { openSeenHeadFile, type SeenHeadFile } from '../../infra/audit/proof/seen-head-file.ts';
import { masterKeyRing } from '../../infra/crypto/master-keys.ts';
import { runAuditCommand } from './audit-commands.ts';

/** Somebody who may write each table, with triggers off, but does not have the master key. */

const SIZE = 560;
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

let test: TestApplication;
let browser: TestBrowser;
let forger: AuditForger;
let dataDir: string;
let seenHeads: SeenHeadFile;

const keep = async (prefix: string) =>
  await forger.change(TABLES.map((table) => `CREATE TABLE ${prefix}_${table} AS TABLE ${table}`).join(';'));
const putBack = async (prefix: string) =>
  await forger.change(
    TABLES.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM ${prefix}_${table}`).join(
      ';',
    ),
  );
const writeTiles = async () => {
  while ((await extendAuditTiles(test.database, Date.now)).extended);
};

beforeAll(async () => {
  test = await startTestApplication();
  forger = createAuditForger(test.database);
  dataDir = await mkdtemp(join(tmpdir(), 'halyard-strategies-'));
  seenHeads = openSeenHeadFile(dataDir, 'test');
  browser = (await enrolAdministrator(test, 'auditor@example.com')).browser;
  await appendEntries(test, 400);
  await keepAuditSeal(test.database);
  await keep('older');
  const { sequence } = await test.database.reader
    .selectFrom('audit_head')
    .select('sequence')
    .executeTakeFirstOrThrow();
  await appendEntries(test, SIZE - sequence);
  await writeTiles();
  await keep('whole');
  await test.headMemory.compare(test.database.reader, Date.now());
  const seen = test.headMemory.seen();
  if (seen !== undefined) await seenHeads.keep(seen);
  await writeFile(
    join(dataDir, 'witness.jsonl'),
    `${JSON.stringify(await readSeal(test.database.reader))}\n`,
  );
});
afterAll(async () => {
  await rm(dataDir, { recursive: true });
  await test.close();
});
afterEach(async () => await putBack('whole'));

/** Opens the pages of the newest, an old and the oldest entry in a browser that never saw this log. */
async function isRedInFreshBrowser(): Promise<boolean> {
  for (const sequence of [SIZE, VICTIM, 1]) {
    const verdict = await createAuditReader(browser).readPageOf(sequence);
    if (verdict.kind === 'broken') return true;
  }
  return false;
}

/** What `npm run audit:verify` says on the machine of the product. */
async function isRedInVerify(...args: readonly string[]): Promise<boolean> {
  const appendAudit = auditWith(test.masterKeys, Date.now);
  const parts = { ...test, seenHeads, forgetVersions: async () => undefined, appendAudit };
  return !(await runAuditCommand(parts, ['verify', ...args], () => undefined));
}

const drop = (from: number) => `DELETE FROM audit_log WHERE sequence >= ${from}`;
const ownKey = () => masterKeyRing(randomBytes(32))[0];

const STRATEGIES: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'changes what an entry says',
    async () => await forger.change(`UPDATE audit_log SET description = 'x' WHERE sequence = ${VICTIM}`),
  ],
  [
    'gives an act to another administrator',
    async () =>
      await forger.change(`UPDATE audit_log SET actor_email = 'eve@example.com' WHERE sequence = ${VICTIM}`),
  ],
  ['changes an entry and all hashes after it', async () => await forger.rewrite(VICTIM, SIZE)],
  [
    'changes an entry, all hashes after it and the tree',
    async () => {
      await forger.rewrite(VICTIM, SIZE);
      await forger.rewriteTiles();
    },
  ],
  [
    'changes all of it and seals it with a key of their own',
    async () => {
      await forger.rewrite(VICTIM, SIZE);
      await forger.rewriteTiles();
      await forger.forgeHead(ownKey(), SIZE);
    },
  ],
  [
    'seals it with a key of their own under the id of ours',
    async () => {
      await forger.rewrite(VICTIM, SIZE);
      await forger.rewriteTiles();
      await forger.forgeHead({ ...ownKey(), id: test.masterKeys()[0].id }, SIZE);
    },
  ],
  [
    'takes the seal away, and the state of the checks',
    async () => {
      await forger.rewrite(VICTIM, SIZE);
      await forger.change(
        'UPDATE audit_head SET root = NULL; DELETE FROM audit_watch; DELETE FROM audit_tiles',
      );
    },
  ],
  [
    'lets the checks start again',
    async () => {
      await forger.rewrite(VICTIM, SIZE);
      await forger.change('UPDATE audit_watch SET tiles = 0; DELETE FROM audit_tiles');
    },
  ],
  [
    'deletes an entry in the middle',
    async () => await forger.change(`DELETE FROM audit_log WHERE sequence = ${VICTIM}`),
  ],
  [
    'swaps two entries',
    async () =>
      await forger.change(`UPDATE audit_log SET sequence = 0 WHERE sequence = ${VICTIM};
        UPDATE audit_log SET sequence = ${VICTIM} WHERE sequence = ${VICTIM + 1};
        UPDATE audit_log SET sequence = ${VICTIM + 1} WHERE sequence = 0`),
  ],
  ['deletes the newest entries', async () => await forger.change(drop(SIZE - 5))],
  [
    'deletes the newest entries, and sets the head to the one before',
    async () =>
      await forger.change(`${drop(SIZE - 5)}; UPDATE audit_head SET sequence = ${SIZE - 6},
        hash = (SELECT hash FROM audit_log WHERE sequence = ${SIZE - 6})`),
  ],
  [
    'adds an entry behind the head',
    async () => {
      await forger.change(`INSERT INTO audit_log SELECT (jsonb_populate_record(log, jsonb_build_object('sequence',
        ${SIZE + 1}, 'id', gen_random_uuid(), 'previous_hash', log.hash))).* FROM audit_log AS log WHERE sequence = ${SIZE}`);
      await forger.rewrite(SIZE + 1, SIZE + 1);
      await forger.change(`UPDATE audit_head SET sequence = ${SIZE + 1},
        hash = (SELECT hash FROM audit_log WHERE sequence = ${SIZE + 1})`);
    },
  ],
  [
    'removes the beginning as if retention had',
    async () =>
      await forger.change(`DELETE FROM audit_log WHERE sequence <= 256;
        UPDATE audit_blocks SET first_sequence = 257, dropped_by = ${VICTIM}`),
  ],
  [
    'puts back an older state with its genuine seal',
    async () => {
      await putBack('older');
      await test.headMemory.compare(test.database.reader, Date.now());
    },
  ],
  [
    'puts back an older state, and lets the product write on until the log is longer',
    async () => {
      await putBack('older');
      await appendEntries(test, 400);
      await writeTiles();
      await test.headMemory.compare(test.database.reader, Date.now());
    },
  ],
  [
    'empties the log',
    async () => {
      await forger.change(`DELETE FROM audit_log; DELETE FROM audit_tiles; DELETE FROM audit_seals;
        DELETE FROM audit_watch; UPDATE audit_head SET sequence = 0, hash = decode(repeat('00', 32), 'hex'),
        root = NULL, frontier = '', sealed_at = NULL, seal = NULL, seal_key_id = NULL`);
      await test.headMemory.compare(test.database.reader, Date.now());
    },
  ],
  [
    'changes a kept seal',
    async () => await forger.change("UPDATE audit_seals SET root = decode(repeat('00', 32), 'hex')"),
  ],
];

it('the log passes before anybody touches it', async () => {
  expect(await isRedInFreshBrowser()).toBe(false);
  expect(await isRedInVerify()).toBe(false);
  expect(await isRedInVerify('--against', join(dataDir, 'witness.jsonl'))).toBe(false);
});

it.each(STRATEGIES)(
  'somebody who %s is found by a fresh browser or by audit verify',
  async (name, strategy) => {
    await strategy();
    const found = { browser: await isRedInFreshBrowser(), verify: await isRedInVerify() };
    expect(found.verify).toBe(true);
    // Kept seals show nothing to a browser: it checks what it reads against the newest one.
    if (name !== 'changes a kept seal') expect(found.browser).toBe(true);
    await putBack('whole');
    await test.headMemory.compare(test.database.reader, Date.now());
    expect(test.headMemory.alarm()).toBeUndefined();
  },
);

it.each([
  ['changed everything', VICTIM],
  ['changed the newest entry', SIZE],
])('a witness shows that somebody with the master key %s', async (_what, first) => {
  await forger.rewrite(first, SIZE);
  await forger.rewriteTiles();
  await forger.forgeHead(test.masterKeys()[0], SIZE);
  expect(await isRedInVerify('--against', join(dataDir, 'witness.jsonl'))).toBe(true);
});
