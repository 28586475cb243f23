import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toHex } from '@halyard/audit-proof/bytes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../../../test/enrolled-account.ts';
import { appendEntries, tamper } from '../../../../test/long-audit-log.ts';
import { createAppendAudit } from '../../../infra/audit/append-audit.ts';
import { readTreeNodes, subtreesOf } from '../../../infra/audit/proof/audit-tree.ts';
import { extendAuditTiles } from '../../../infra/audit/proof/extend-audit-tiles.ts';

const VERIFIER = fileURLToPath(new URL('../../../../../../scripts/verify-audit-export.mjs', import.meta.url));
const ENTRIES = 2_500;

let account: EnrolledAccount;
let folder: string;
let key: string;

beforeAll(async () => {
  account = await startEnrolledAccount();
  folder = await mkdtemp(path.join(tmpdir(), 'halyard-export-'));
  key = account.test.masterKeys()[0].publicSealingKey.toString('hex');
  await appendEntries(account.test, ENTRIES);
  while ((await extendAuditTiles(account.test.database, Date.now)).extended);
});
afterAll(async () => {
  await account.test.close();
  await rm(folder, { recursive: true });
});

async function download(request: object = {}) {
  const started = await account.owner.browser.post('/exports', {
    of: 'audit-logs',
    format: 'jsonl',
    ...request,
  });
  expect(started.status).toBe(200);
  const answer = await account.owner.browser.get(started.body.address);
  expect(answer.status).toBe(200);
  return { headers: answer.headers, text: String(answer.body) };
}

async function verify(text: string, ...args: readonly string[]) {
  const file = path.join(folder, 'export.jsonl');
  await writeFile(file, text);
  const { status, stdout } = spawnSync(process.execPath, [VERIFIER, file, ...args], { encoding: 'utf8' });
  return { status, said: stdout.trim().split('\n') };
}

async function dropEntries(last: number): Promise<void> {
  const { database, masterKeys, clock } = account.test;
  const appendAudit = createAppendAudit(masterKeys, () => new Date(clock.now));
  await database.transaction((transaction) =>
    appendAudit(transaction, {
      action: 'audit_log.drop',
      category: 'system_operation',
      description: `Audit entries 1 to ${last} removed by retention`,
      status: 'success',
      actor: { type: 'system' },
      resource: { type: 'audit_log' },
      metadata: { first: 1, last },
    }),
  );
  await tamper(
    database,
    `CREATE TABLE dropped AS SELECT * FROM audit_log WHERE sequence <= ${last};
    DELETE FROM audit_log WHERE sequence <= ${last};
    UPDATE audit_blocks SET first_sequence = ${last + 1}, dropped_by = (SELECT sequence FROM audit_head)`,
  );
}

async function restoreEntries(): Promise<void> {
  await tamper(
    account.test.database,
    `INSERT INTO audit_log SELECT * FROM dropped; DROP TABLE dropped;
    UPDATE audit_blocks SET first_sequence = 1, dropped_by = NULL`,
  );
}

const changed = (text: string, at: number, change: (line: string) => string | undefined) =>
  text
    .split('\n')
    .map((line, index) => (index === at ? change(line) : line))
    .filter((line) => line !== undefined)
    .join('\n');

describe('verify-audit-export.mjs with a full export', () => {
  it('needs only the file and the public key', async () => {
    const { headers, text } = await download();
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="audit-logs-[\d-]{10}\.jsonl"$/),
    });
    const { status, said } = await verify(text, '--key', key);
    const [, last] =
      /^GENUINE: entries 1 to (\d+) are exactly as they were written, and none is missing\.$/.exec(
        said[0] ?? '',
      ) ?? [];
    expect(Number(last)).toBeGreaterThan(ENTRIES);
    expect(status).toBe(0);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(
        /^The log was sealed on \d+ Mar 2026 \d\d:\d\d UTC at entry \d+, with the fingerprint [\da-f]{64}\.$/,
      ),
    ]);
  });

  it('names the key that a verdict without a trusted key depends on', async () => {
    const { said, status } = await verify((await download()).text);
    expect(said[0]).toMatch(new RegExp(`^GENUINE: .*, provided that ${key} is the product's key\\.$`));
    expect(said.at(-1)).toMatch(/^The key was not checked\./);
    expect(status).toBe(0);
  });

  it('says in one line that a file cannot be read', () => {
    const { status, stderr } = spawnSync(process.execPath, [VERIFIER, folder], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^Can't read [^\n]*\n$/)]);
  });

  it.each<[what: string, at: number, change: (line: string) => string | undefined, said: RegExp]>([
    ['a byte', 700, (line) => line.replace('user.block', 'user.clock'), /^BROKEN: Entry 700 was changed/],
    ['an entry left out', 700, () => undefined, /^BROKEN: Entry 701 follows 699: one is missing/],
    ['an entry twice', 700, (line) => `${line}\n${line}`, /^BROKEN: Entry 700 is not in its place/],
    ['a hash', 700, (line) => line.replace(/"hash":"..../, '"hash":"0000'), /^BROKEN: Entry 700 was changed/],
    [
      'a hash of the entry before',
      700,
      (line) => line.replace(/"previousHash":"[^"]*"/, `"previousHash":"${'00'.repeat(32)}"`),
      /^BROKEN: Entry 700 does not follow the one before it/,
    ],
    [
      'a sealed root',
      0,
      (line) => line.replace(/"root":"..../, '"root":"0000'),
      /^BROKEN: The seal does not match/,
    ],
    [
      'a time of the seal',
      0,
      (line) => line.replace('"sealedAt":"2026', '"sealedAt":"2025'),
      /^BROKEN: The seal/,
    ],
    [
      'another format',
      0,
      () => '{"format":"halyard audit export 2"}',
      /^BROKEN: This is not an audit log export/,
    ],
    ['no JSON', 5, () => 'entry', /^BROKEN: /],
  ])('rejects a tampered file: %s', async (_, at, change, said) => {
    const { text } = await download();
    const verified = await verify(changed(text, at, change), '--key', key);
    expect(verified.status).toBe(1);
    expect(verified.said.join('\n')).toMatch(said);
  });

  it('rejects a file that is cut off or sealed with another key', async () => {
    const { text } = await download();
    const lines = text.trimEnd().split('\n');
    expect((await verify(lines.slice(0, -1).join('\n'))).said).toEqual(['BROKEN: The file is cut off.']);
    const shorter = [...lines.slice(0, -2), JSON.stringify({ entries: lines.length - 3 })].join('\n');
    expect((await verify(shorter)).said[0]).toMatch(/^BROKEN: Entries \d+ to \d+ are missing\.$/);
    expect((await verify(text, '--key', 'ab'.repeat(32))).said[0]).toMatch(
      /^BROKEN: The seal does not match/,
    );
  });

  it('rejects a file with a missing beginning, unless an entry records the drop', async () => {
    const { database } = account.test;
    const { text } = await download();
    const [head = '', ...lines] = text.trimEnd().split('\n');
    const gone = 600;
    const before = (await readTreeNodes(database.reader, subtreesOf(gone), 2)).map(toHex);
    const later = [
      JSON.stringify({ ...JSON.parse(head), oldest: gone + 1, before }),
      ...lines.slice(gone, -1),
      JSON.stringify({ entries: lines.length - 1 - gone }),
    ].join('\n');
    const refusal = 'BROKEN: Entries 1 to 600 are missing, and no entry records that retention removed them.';
    expect(await verify(later, '--key', key)).toEqual({ status: 1, said: [refusal] });

    await dropEntries(512);
    const { status, said } = await verify((await download()).text, '--key', key);
    await restoreEntries();
    expect([status, said[0], said[1]]).toEqual([
      0,
      expect.stringMatching(
        /^GENUINE: entries 513 to \d+ are exactly as they were written, and none is missing\.$/,
      ),
      expect.stringMatching(/^Entries 1 to 512 were removed by retention, as recorded in entry \d+\.$/),
    ]);
  });

  it('rejects a file without a seal', async () => {
    const { text } = await download();
    const [head = ''] = text.split('\n');
    const empty = `${JSON.stringify({ ...JSON.parse(head), seal: null })}\n{"entries":0}\n`;
    const refused = { status: 1, said: ['BROKEN: It has no seal, so it proves nothing.'] };
    expect(await verify(empty, '--key', key)).toEqual(refused);
    expect(await verify(empty)).toEqual(refused);
  });

  it('rejects a file that leaves out entries of the log behind an older seal', async () => {
    const { text } = await download();
    const [head = '', ...rest] = text.split('\n');
    const { newest, ...header } = JSON.parse(head);
    const verifyWith = async (log: object) =>
      await verify([JSON.stringify({ ...header, ...log }), ...rest].join('\n'), '--key', key);
    expect((await verifyWith({ newest: newest + 17 })).said).toEqual([
      `BROKEN: The file ends at entry ${newest}, but the log had ${newest + 17}.`,
    ]);
    expect((await verifyWith({})).status).toBe(0);
  });

  it('names the changed entry of a tampered log', async () => {
    const { database } = account.test;
    const describe = (text: string) =>
      `UPDATE audit_log SET description = '${text}' || description WHERE sequence = 1000`;
    await tamper(database, describe('Not '));
    const { status, said } = await verify((await download()).text, '--key', key);
    await tamper(database, `UPDATE audit_log SET description = substr(description, 5) WHERE sequence = 1000`);
    expect([status, ...said]).toEqual([1, 'BROKEN: Entry 1000 was changed after it was written.']);
  });
});

describe('verify-audit-export.mjs with a filtered export', () => {
  it('verifies each entry on its own', async () => {
    const { text } = await download({ resourceId: 'user-3', action: 'user.block' });
    const { status, said } = await verify(text, '--key', key);
    expect(said[0]).toMatch(
      /^GENUINE: all 22\d entries in this file \(\d+ to \d+\) are exactly as they were written\.$/,
    );
    expect(said[1]).toMatch(/^The file has only entries that match .*user-3.*; there may be more\.$/);
    expect(status).toBe(0);
    const entry = text.split('\n').findIndex((line) => line.includes('"sequence":1'));
    const renamed = changed(text, entry, (line) => line.replace('user-3', 'user-4'));
    expect((await verify(renamed, '--key', key)).said[0]).toMatch(
      /^BROKEN: Entry 1\d* was changed after it was written\.$/,
    );
  });

  it('states when a single entry was written, found by a part of its title', async () => {
    const { text } = await download({ action: 'authentication ENABLED' });
    expect((await verify(text, '--key', key)).said[0]).toMatch(
      /^GENUINE: entry \d+ is exactly as it was written on \d+ Mar 2026 \d\d:\d\d UTC\.$/,
    );
  });

  it('rejects a wrong or shortened path', async () => {
    const { text } = await download({ resourceId: 'user-3' });
    const zero = (line: string) => line.replace(/"path":\["..../, '"path":["0000');
    expect((await verify(changed(text, 2, zero), '--key', key)).said[0]).toMatch(
      /is not in the sealed log\.$/,
    );
    const short = (line: string) => line.replace(/"path":\["[^"]*",/, '"path":[');
    expect((await verify(changed(text, 2, short), '--key', key)).said[0]).toMatch(
      /has a path that is too short\.$/,
    );
  });

  it('accepts a file without entries', async () => {
    const { text } = await download({ action: 'no.such' });
    expect((await verify(text, '--key', key)).said[0]).toMatch(/^NO ENTRIES: /);
  });
});

it('the CSV export has every column and the hashes, escaped for spreadsheets', async () => {
  const { text } = await download({ format: 'csv', resourceId: 'user-3' });
  const [header, first] = text.split('\r\n');
  expect(header).toBe(
    '\ufeffNumber,Time,Source,Action,Category,Description,Status,Actor Type,Actor ID,Actor Email,Resource Type,Resource ID,' +
      'Resource Identifier,Request ID,IP Address,User Agent,Error Message,Metadata,Changes,Occurred At,' +
      'Service Key ID,ID,Previous Hash,Hash',
  );
  expect(first).toMatch(
    /^\d+,2026-03-01T12:00:00\.123Z,Platform,user\.block,user_management,Act \d+ <b>😀<\/b>,success,/,
  );
  expect(first).toMatch(/,[\da-f]{64},[\da-f]{64}$/);
  const own = (await download({ format: 'csv', action: 'export.start' })).text.split('\r\n')[1];
  expect(own).toMatch(/^\d+,[^,]+,Dashboard,export\.start,/);
});

it('an export of audit logs is audited and requires a recent 2FA code', async () => {
  await account.newEntries();
  const { text } = await download({ status: 'failure' });
  expect(text.trimEnd().split('\n')).toHaveLength(2);
  const [started, finished] = await account.newEntries();
  expect(started).toMatchObject({
    action: 'export.start',
    action_category: 'system_operation',
    description: 'Audit logs export started',
    metadata: { of: 'audit-logs', format: 'jsonl', status: 'failure' },
  });
  expect(finished).toMatchObject({ action: 'export.finish', metadata: { of: 'audit-logs', rows: 0 } });
  await account.ageSecondFactors(901);
  const refused = await account.owner.browser.post('/exports', { of: 'audit-logs' });
  expect(refused.body.status).toBe('2fa_verification_required');
});
