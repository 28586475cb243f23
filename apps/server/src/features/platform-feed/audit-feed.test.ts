import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@halyard/audit-proof/canonical-json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditDesk, startAuditDesk } from '../../../test/audit-desk.ts';
import { startTestApplication } from '../../../test/test-application.ts';
import { connectPlatform, type TestPlatform, testAuditEntry, uuidOf } from '../../../test/test-platform.ts';
import { auditWith } from '../../app.ts';
import { examineSeal } from '../../infra/audit/chain/audit-seal.ts';

type Nested = string | { [key: string]: Nested };

let desk: AuditDesk;
let platform: TestPlatform;

beforeAll(async () => {
  desk = await startAuditDesk();
  platform = await connectPlatform(desk.test);
});
afterAll(async () => await desk.test.close());

const send = async (...entries: readonly object[]) => await platform.post('/audit-logs', { entries });

async function headNumber(): Promise<number> {
  const { sequence } = await desk.test.database.reader
    .selectFrom('audit_head')
    .select('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

/** Recomputes the hash chain from the columns. Throws at the first mismatch. */
async function verifyChain(): Promise<void> {
  const { database, masterKeys } = desk.test;
  const rows = await database.reader.selectFrom('audit_log').selectAll().orderBy('sequence').execute();
  let previous: Buffer = Buffer.alloc(32);
  for (const [index, row] of rows.entries()) {
    const { hash, previous_hash, occurred_at, service_key_id, ...columns } = row;
    const content = {
      ...columns,
      created_at: columns.created_at.toISOString(),
      ...(occurred_at !== null && { occurred_at: occurred_at.toISOString() }),
      ...(service_key_id !== null && { service_key_id }),
    } as Record<string, Json>;
    expect(columns.sequence).toBe(index + 1);
    expect(previous_hash).toEqual(previous);
    previous = createHash('sha256').update(previous).update(canonicalJson(content)).digest();
    expect(hash).toEqual(previous);
  }
  const head = await database.reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  expect(head).toMatchObject({ sequence: rows.length, hash: previous });
  expect(examineSeal(head, masterKeys())).toBe('right');
}

describe('POST /audit-logs', () => {
  it('appends a batch to the chain in order and makes it searchable', async () => {
    const before = await headNumber();
    const full = testAuditEntry(1, {
      status: 'failure',
      requestId: 'req-1',
      ipAddress: '2001:db8::1',
      userAgent: 'Till/1.0',
      errorMessage: 'No funds',
      metadata: { '10': 1, '9': -2, reason: '<script>alert(1)</script>', deep: [{ a: null, é: 'ü' }, true] },
      changes: { status: { before: 'paid', after: 'refunded' } },
    });
    expect(
      await send(full, testAuditEntry(2, { actor: { type: 'system' }, resource: { type: 'system' } })),
    ).toMatchObject({
      status: 200,
      body: { created: 2, updated: 0, unchanged: 0 },
    });
    expect(await headNumber()).toBe(before + 2);
    await verifyChain();
    const { logs } = await desk.find({ limit: 2 });
    expect(logs[0]).toMatchObject({ id: uuidOf(2), actor: { type: 'system', id: null, email: null } });
    expect(logs[1]).toEqual({
      ...Object.fromEntries(Object.entries(full).filter(([name]) => name !== 'uuid')),
      id: uuidOf(1),
      sequence: before + 1,
      createdAt: new Date(desk.test.clock.now).toISOString(),
      occurredAt: '2026-02-28T22:59:59.500Z',
      serviceKeyId: platform.key.id,
    });
    expect(
      await desk.find({ actorEmail: 'SHOP@example.com', resourceId: uuidOf(8), resourceType: 'merchant' }),
    ).toMatchObject({ totalCount: 1, logs: [{ id: uuidOf(1) }] });
  });

  it('recognizes repeated entries and appends only new ones', async () => {
    const before = await headNumber();
    await send(testAuditEntry(10), testAuditEntry(11));
    const again = await send(
      testAuditEntry(10, { occurredAt: '2026-02-28T22:59:59.500Z' }),
      testAuditEntry(11),
      testAuditEntry(12),
    );
    expect(again.body).toEqual({ created: 1, updated: 0, unchanged: 2 });
    expect(await headNumber()).toBe(before + 3);
    const other = await connectPlatform(desk.test);
    expect((await other.post('/audit-logs', { entries: [testAuditEntry(10)] })).body).toEqual({
      created: 0,
      updated: 0,
      unchanged: 1,
    });
  });

  it('rejects a whole batch if the uuid of an entry exists with different content', async () => {
    await send(testAuditEntry(20));
    const before = await headNumber();
    const own = (await desk.find({ action: 'service_key.create', limit: 1 })).logs[0];
    const answer = await send(testAuditEntry(21), testAuditEntry(20, { description: 'Never happened' }), {
      ...testAuditEntry(22),
      uuid: own?.id,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        status: 'validation_error',
        errors: [
          { field: 'entries[1].uuid', code: 'already_known' },
          { field: 'entries[2].uuid', code: 'already_known' },
        ],
      },
    });
    expect(await headNumber()).toBe(before);
  });

  it('limits the entries of a key in a minute, whatever the size of its batches', async () => {
    const strict = await startTestApplication({ rateLimitFactor: 0.001 });
    const { post } = await connectPlatform(strict);
    const sendTo = async (...numbers: readonly number[]) =>
      await post('/audit-logs', { entries: numbers.map((number) => testAuditEntry(number)) });
    expect((await sendTo(1, 2, 3, 4, 5, 6)).status).toBe(200);
    const refused = await sendTo(7, 8, 9, 10, 11);
    expect(refused).toMatchObject({ status: 429, body: { status: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    await strict.database.query({
      text: "UPDATE rate_limit_windows SET started_at = started_at - interval '61 s'",
    });
    expect((await sendTo(7, 8, 9, 10, 11)).status).toBe(200);
    await strict.close();
  });

  it('rejects a whole batch that contains an entry twice', async () => {
    const before = await headNumber();
    expect(await send(testAuditEntry(30), testAuditEntry(31), testAuditEntry(30))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'entries[2].uuid', code: 'duplicate' }] },
    });
    expect(await headNumber()).toBe(before);
  });

  it('rejects a whole batch in which an administrator acts', async () => {
    const before = await headNumber();
    const { id } = await desk.test.createAdministrator('carol@example.com');
    const errors = [
      { field: 'entries[1].actor', code: 'administrator' },
      { field: 'entries[2].actor', code: 'administrator' },
    ];
    expect(
      await send(
        testAuditEntry(40),
        testAuditEntry(41, { actor: { type: 'user', email: 'CAROL@example.com' } }),
        testAuditEntry(42, { actor: { type: 'api_key', id: id.toUpperCase() } }),
      ),
    ).toMatchObject({ status: 400, body: { errors } });
    expect(await headNumber()).toBe(before);
  });

  const nested = (levels: number): Nested => (levels === 0 ? 'x' : { in: nested(levels - 1) });

  it.each<[string, object, string]>([
    [
      'an administrator as its actor',
      { actor: { type: 'admin', id: 'x', email: 'ada@example.com' } },
      'actor.type',
    ],
    ['an anonymous actor', { actor: { type: 'anonymous' } }, 'actor.type'],
    ['a fraction', { metadata: { rate: 0.015 } }, 'metadata.rate'],
    [
      'a deeply nested fraction',
      { changes: { fee: { after: [1, { of: 2.5 }] } } },
      'changes.fee.after[1].of',
    ],
    ['a number beyond 2^53', { metadata: { wei: 2 ** 53 } }, 'metadata.wei'],
    ['metadata of 64 KiB and more', { metadata: { note: 'x'.repeat(65_536) } }, 'metadata'],
    ['changes of 64 KiB and more', { changes: { note: 'x'.repeat(65_536) } }, 'changes'],
    ['metadata of more than 2,000 values', { metadata: { list: new Array(1_999).fill({}) } }, 'metadata'],
    ['changes of more than 2,000 values', { changes: { list: new Array(1_999).fill(0) } }, 'changes'],
    ['an invalid action', { action: 'Order refunded' }, 'action'],
    ['an action of the dashboard', { action: 'wallet.backup' }, 'action'],
    ['an unknown category', { actionCategory: 'orders' }, 'actionCategory'],
    ['no description', { description: '' }, 'description'],
    ['an invalid IP address', { ipAddress: 'localhost' }, 'ipAddress'],
    ['an out-of-range time', { occurredAt: '0000-01-01T00:00:00Z' }, 'occurredAt'],
    ['an invalid time', { occurredAt: 'yesterday' }, 'occurredAt'],
    [
      'an e-mail that is too long',
      { actor: { type: 'user', email: `${'x'.repeat(320)}@example.com` } },
      'actor.email',
    ],
    ['a resource id that is too long', { resource: { type: 'user', id: 'x'.repeat(201) } }, 'resource.id'],
    ['a creation time', { createdAt: '2026-01-01T00:00:00.000Z' }, 'createdAt'],
    ['a sequence number', { sequence: 1 }, 'sequence'],
  ])('rejects a batch with %s', async (_what, rest, field) => {
    const before = await headNumber();
    const answer = await send(testAuditEntry(40), { ...testAuditEntry(41), ...rest });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([
      `entries[1].${field}`,
    ]);
    expect(await headNumber()).toBe(before);
  });

  it('rejects bodies that are too large, too deep, too long or empty', async () => {
    const before = await headNumber();
    expect((await send(testAuditEntry(50, { metadata: { note: 'x'.repeat(1_050_000) } }))).status).toBe(413);
    expect(await send({ ...testAuditEntry(50), metadata: nested(18) })).toMatchObject({
      status: 400,
      body: { status: 'invalid_json' },
    });
    expect((await send(...Array.from({ length: 1_001 }, (_, at) => ({ uuid: uuidOf(at) })))).status).toBe(
      400,
    );
    expect((await send()).status).toBe(400);
    expect(await headNumber()).toBe(before);
  });

  it('stores any text within its limits unchanged', async () => {
    const odd = '\u001b[2J\u202e<img src=x onerror=alert(1)>\u0007 "quoted" \\ ´ \u{1F4A5}\r\n';
    const metadata = {
      [odd]: odd,
      constructor: odd,
      length: 1,
      toString: null,
      note: 'x'.repeat(60_000),
      deep: nested(14),
    };
    const entry = testAuditEntry(60, {
      description: odd,
      userAgent: odd,
      errorMessage: odd,
      resource: { type: 'wallet', id: odd, identifier: odd },
      actor: { type: 'api_key', id: odd, email: odd.trim() },
      metadata,
      changes: { [odd]: { before: odd, after: null } },
    });
    expect(await send(entry)).toMatchObject({ status: 200, body: { created: 1 } });
    expect((await send(entry)).body).toEqual({ created: 0, updated: 0, unchanged: 1 });
    await verifyChain();
    const { logs } = await desk.find({ resourceType: 'wallet', actorEmail: odd.trim().toUpperCase() });
    expect(logs).toMatchObject([{ id: uuidOf(60), description: odd, metadata, resource: { id: odd } }]);
  });

  it('keeps the chain valid for concurrent batches and actions in several processes', async () => {
    const before = await headNumber();
    const append = auditWith(desk.test.masterKeys, () => desk.test.clock.now);
    const batches = Array.from({ length: 8 }, (_, batch) =>
      Array.from({ length: 25 }, (_each, at) => testAuditEntry(1_000 + batch * 25 + at)),
    );
    const other = { ...desk.test, app: await desk.test.createReplica() };
    const throughOther = await connectPlatform(other);
    const answers = await Promise.all([
      ...batches.map(async (entries) => await platform.post('/audit-logs', { entries })),
      ...batches.map(async (entries) => await throughOther.post('/audit-logs', { entries })),
      ...Array.from({ length: 20 }, async () => {
        await desk.test.database.transaction((transaction) =>
          append(transaction, {
            action: 'user.block',
            category: 'user_management',
            description: 'User blocked',
            status: 'success',
            actor: { type: 'system' },
            resource: { type: 'system' },
          }),
        );
        return { status: 200, body: { created: 1 } };
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(220);
    // Creating the second service key added one more entry.
    expect(await headNumber()).toBe(before + 221);
    await verifyChain();
  });

  it('answers 503 if the seal of the chain head is wrong', async () => {
    const { database } = desk.test;
    const change = (sign: string) => ({ text: `UPDATE audit_head SET sequence = sequence ${sign} 1` });
    await database.query(change('+'));
    const answer = await send(testAuditEntry(70));
    await database.query(change('-'));
    expect(answer).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    expect(desk.test.logged()).toContain('has no valid seal');
    expect((await send(testAuditEntry(70))).status).toBe(200);
  });
});
