import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson, type Json } from '@halyard/audit-proof/canonical-json';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { fixedMasterKeys, masterKeyRing } from '../crypto/master-keys.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import { type AuditEntry, createAppendAudit } from './append-audit.ts';
import { BrokenSeal, examineSeal } from './chain/audit-seal.ts';

const MASTER_KEY = randomBytes(32);
const MASTER_KEYS = fixedMasterKeys(MASTER_KEY);
const AT = new Date('2026-03-01T12:00:00.123Z');
const append = createAppendAudit(MASTER_KEYS, () => AT);
const WRITERS = 12;
/** Transactions come in rounds, because each waits at most 3 s for a connection, which a busy machine can exceed. */
const ROUNDS = 10;

const ENTRY: AuditEntry = {
  action: 'user.block',
  category: 'user_management',
  description: 'User blocked',
  status: 'success',
  actor: { type: 'admin', id: 'a', email: 'ada@example.com' },
  resource: { type: 'user', id: 'u', identifier: 'x' },
  origin: { requestId: 'r', ipAddress: '192.0.2.1', userAgent: 'Test' },
  metadata: { z: 1, '10': true, '9': null, a: ['é', { b: 2, a: '</script>' }] },
  changes: { blocked: { before: false, after: true } },
};

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await createTestDatabase();
});
afterAll(async () => await scratch.drop());

const appendOne = (entry = ENTRY) =>
  scratch.database.transaction((transaction) => append(transaction, entry));

/** Verifies the chain from the stored columns alone. Throws at the first entry that does not fit. */
async function verifyChain(): Promise<number> {
  const rows = await scratch.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('sequence')
    .execute();
  let previous = Buffer.alloc(32);
  for (const [index, row] of rows.entries()) {
    const { hash, previous_hash, occurred_at, service_key_id, ...columns } = row;
    expect([occurred_at, service_key_id]).toEqual([null, null]);
    const content = { ...columns, created_at: columns.created_at.toISOString() } as Record<string, Json>;
    const expected = createHash('sha256').update(previous).update(canonicalJson(content)).digest();
    expect(columns.sequence).toBe(index + 1);
    expect(previous_hash).toEqual(previous);
    expect(hash).toEqual(expected);
    previous = hash as Buffer<ArrayBuffer>;
  }
  const head = await scratch.database.reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  expect(head).toMatchObject({ sequence: rows.length, hash: previous });
  expect(examineSeal(head, MASTER_KEYS())).toBe('right');
  return rows.length;
}

describe('createAppendAudit', () => {
  it('writes hashes that can be recomputed from the stored columns', async () => {
    await appendOne();
    await appendOne({ ...ENTRY, actor: { type: 'system' }, resource: { type: 'system' }, origin: undefined });
    expect(await verifyChain()).toBe(2);
  });

  it('leaves no gap or fork when many transactions write at once', async () => {
    const before = await verifyChain();
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(Array.from({ length: WRITERS }, () => appendOne()));
    }
    expect(await verifyChain()).toBe(before + WRITERS * ROUNDS);
  });

  it('leaves no gap or fork when several processes write and one rolls back', async () => {
    const before = await verifyChain();
    const others = [MASTER_KEYS, MASTER_KEYS].map((keys) => createAppendAudit(keys, () => AT));
    let failed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const writing = [append, ...others].flatMap((write, process) =>
        [0, 1, 2].map((at) =>
          scratch.database.transaction(async (transaction) => {
            await write(transaction, ENTRY);
            if (process === 1 && at === 0) throw new Error('rolled back');
          }),
        ),
      );
      failed += (await Promise.allSettled(writing)).filter(({ status }) => status === 'rejected').length;
    }
    expect(failed).toBe(ROUNDS);
    expect(await verifyChain()).toBe(before + ROUNDS * 9 - failed);
  });

  it('uses one statement if this process wrote the last entry, and two if another did', async () => {
    const other = createAppendAudit(MASTER_KEYS, () => AT);
    const statements: number[] = [];
    for (const write of [append, append, append, other, other, append, append]) {
      await scratch.database.transaction(async (transaction) => {
        let asked = 0;
        const counting: KyselyPlugin = {
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            asked++;
            return result;
          },
        };
        await write(transaction.withPlugin(counting) as DatabaseTransaction, ENTRY);
        statements.push(asked);
      });
    }
    expect(statements.slice(1)).toEqual([1, 1, 2, 1, 2, 1]);
    await verifyChain();
  });

  it('links an entry during the last write, and relinks it if another entry came first', async () => {
    const before = await verifyChain();
    await appendOne();
    const written = Promise.withResolvers<void>();
    const slow = scratch.database.transaction((transaction) =>
      append(transaction, { ...ENTRY, description: 'Slow' }, written.promise),
    );
    await appendOne({ ...ENTRY, description: 'Quick' });
    written.resolve();
    await slow;
    const newest = await scratch.database.reader
      .selectFrom('audit_log')
      .select('description')
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute();
    expect(newest.map(({ description }) => description)).toEqual(['Slow', 'Quick']);
    expect(await verifyChain()).toBe(before + 3);
  });

  it('writes no entry if the last write of the action fails', async () => {
    const before = await verifyChain();
    const acting = scratch.database.transaction((transaction) =>
      append(transaction, ENTRY, sql`SELECT 1 / 0`.execute(transaction)),
    );
    await expect(acting).rejects.toThrow('division by zero');
    await appendOne();
    expect(await verifyChain()).toBe(before + 1);
  });

  it.each([
    ['category', { category: 'housekeeping' }],
    ['status', { status: 'perhaps' }],
    ['actor type', { actor: { type: 'robot' } }],
    ['resource type', { resource: { type: 'house' } }],
  ])('rejects an unknown %s', async (_what, wrong) => {
    const before = await verifyChain();
    await expect(appendOne({ ...ENTRY, ...wrong } as AuditEntry)).rejects.toThrow('audit_log_entry_check');
    expect(await verifyChain()).toBe(before);
  });

  it('uses up no number for a transaction that is rolled back', async () => {
    const before = await verifyChain();
    const failing = scratch.database.transaction(async (transaction) => {
      await append(transaction, ENTRY);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await appendOne();
    expect(await verifyChain()).toBe(before + 1);
  });

  it('seals with the key that is current once the head is locked', async () => {
    await appendOne();
    let ring = MASTER_KEYS();
    const appendAsItIs = createAppendAudit(
      () => ring,
      () => AT,
    );
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = scratch.database.transaction(async (transaction) => {
      await sql`SELECT FROM audit_head FOR UPDATE`.execute(transaction);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const appending = scratch.database.transaction((transaction) => appendAsItIs(transaction, ENTRY));
    const waiting = async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(scratch.database.reader);
      return rows.length;
    };
    await expect.poll(waiting).toBe(1);
    const newKey = randomBytes(32);
    ring = masterKeyRing(newKey, MASTER_KEY);
    release.resolve();
    await Promise.all([holding, appending]);
    const head = await scratch.database.reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
    expect(head.seal_key_id).toEqual(ring[0].id);
    expect(examineSeal(head, ring)).toBe('right');
    expect(examineSeal(head, MASTER_KEYS())).toBe('unknown key');
    await expect(appendOne()).rejects.toThrow('(unknown key)');
    ring = masterKeyRing(MASTER_KEY, newKey);
    await scratch.database.transaction((transaction) => appendAsItIs(transaction, ENTRY));
    await verifyChain();
  });

  it('shortens untrusted text and removes characters that PostgreSQL cannot store', async () => {
    const userAgent = `\u0000${'💥'.repeat(2_000)}\ud800`;
    await appendOne({ ...ENTRY, origin: { requestId: 'r', ipAddress: '::1', userAgent } });
    await verifyChain();
  });

  it.each([
    'sequence = sequence + 1',
    "hash = sha256('forged')",
    "seal = sha256('forged')",
    'seal = NULL',
    "seal_key_id = '\\x0000000000000000'",
  ])('does not extend a head that was tampered with: %s', async (change) => {
    await appendOne();
    const before = await verifyChain();
    const attempt = scratch.database.transaction(async (transaction) => {
      await sql.raw(`UPDATE audit_head SET ${change}`).execute(transaction);
      await append(transaction, ENTRY);
    });
    await expect(attempt).rejects.toMatchObject({ cause: expect.any(BrokenSeal) });
    expect(await verifyChain()).toBe(before);
  });

  it.each([
    'UPDATE audit_log SET description = description',
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    'UPDATE audit_log_1 SET description = description',
    'DELETE FROM audit_log_1',
    'TRUNCATE audit_log_1',
    'DELETE FROM audit_head',
    'TRUNCATE audit_head',
  ])('leaves the tables append-only: %s fails', async (statement) => {
    const attempt = scratch.database.transaction((transaction) => sql.raw(statement).execute(transaction));
    await expect(attempt).rejects.toThrow('append-only');
  });
});

describe('canonicalJson', () => {
  it('sorts keys by code unit and rejects numbers that PostgreSQL would write differently', () => {
    expect(canonicalJson({ b: 1, a: [true, null, 'x'], '10': 0, '9': 0 })).toBe(
      '{"10":0,"9":0,"a":[true,null,"x"],"b":1}',
    );
    expect(() => canonicalJson({ a: 0.1 })).toThrow(TypeError);
    expect(() => canonicalJson({ a: 2 ** 60 })).toThrow(TypeError);
  });
});
