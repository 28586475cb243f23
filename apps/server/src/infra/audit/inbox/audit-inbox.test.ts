import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { fixedMasterKeys, type MasterKeys } from '../../crypto/master-keys.ts';
import type { DatabaseTransaction } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import { type AppendAudit, type AuditEntry, createAppendAudit } from '../append-audit.ts';
import { createHeadMemory } from '../proof/head-memory.ts';
import { verifyAuditLog } from '../verification/verify-audit-log.ts';
import { type AuditInbox, createAuditInbox } from './audit-inbox.ts';
import { writeWaitingEntry } from './inbox-entries.ts';

const KEY = randomBytes(32);
let masterKeys = fixedMasterKeys(KEY);
const ENTRY = {
  action: 'user.block',
  category: 'user_management',
  status: 'success',
  actor: { type: 'admin', id: 'a', email: 'ada@example.com' },
  resource: { type: 'user', id: 'u' },
  metadata: { z: 1, '10': true, a: ['é', { b: 2, a: null }] },
} as const satisfies Partial<AuditEntry>;

/** A process that writes entries. */
interface Writer {
  readonly inbox: AuditInbox;
  readonly append: AppendAudit;
  readonly lines: () => readonly string[];
}

let scratch: TestDatabase;
let clock: number;
let one: Writer;

beforeAll(async () => {
  scratch = await createTestDatabase();
  clock = Date.parse('2026-03-01T12:00:00Z');
  one = startWriter();
});
afterAll(async () => await scratch.drop());
afterEach(async () => {
  await one.inbox.linkAll();
  expect((await verifyAuditLog({ ...scratch, masterKeys })).fault).toBeUndefined();
});

function startWriter(keys: MasterKeys = masterKeys): Writer {
  const { log, lines } = createRecordingLog();
  const seenHeads = createHeadMemory(keys, undefined);
  const inbox = createAuditInbox({ ...scratch, masterKeys: keys, now: () => clock, seenHeads, log });
  const append = createAppendAudit(keys, () => new Date(clock), { seenHeads, inbox });
  return { inbox, append, lines: () => lines.map((line) => JSON.stringify(line)) };
}

async function act(description: string, { append }: Writer = one): Promise<void> {
  await scratch.database.transaction((transaction) => append(transaction, { ...ENTRY, description }));
}

/** Writes an entry as a process that is killed right after its commit. */
async function leaveBehind(description: string, keys: MasterKeys = masterKeys): Promise<void> {
  const add: AuditInbox['add'] = async (transaction, content) =>
    await writeWaitingEntry(transaction, content, keys()[0]);
  const append = createAppendAudit(keys, () => new Date(clock), { inbox: { add, isInUse: () => false } });
  await whileHeadIsLocked(async () => {
    await scratch.database.transaction((transaction) => append(transaction, { ...ENTRY, description }));
  });
}

/** Runs `work` while another transaction has the head locked. */
async function whileHeadIsLocked(work: (locking: DatabaseTransaction) => Promise<void>): Promise<void> {
  await scratch.database.transaction(async (transaction) => {
    await sql`SELECT FROM audit_head FOR UPDATE`.execute(transaction);
    await work(transaction);
  });
}

async function change(statement: string): Promise<void> {
  await scratch.database.transaction(async (transaction) => {
    await sql.raw(statement).execute(transaction);
  });
}

async function waiting(): Promise<number> {
  const { rows } = await sql`SELECT FROM audit_inbox`.execute(scratch.database.reader);
  return rows.length;
}

async function newest(entries: number): Promise<{ description: string; created_at: Date; action: string }[]> {
  const rows = await scratch.database.reader
    .selectFrom('audit_log')
    .select(['description', 'created_at', 'action'])
    .orderBy('sequence', 'desc')
    .limit(entries)
    .execute();
  return rows.reverse();
}

const newestTexts = async (entries: number) => (await newest(entries)).map(({ description }) => description);

describe('acts that find the head locked', () => {
  it('commit without a wait, and are linked in their order with their own times', async () => {
    await act('Direct');
    expect(await newestTexts(1)).toEqual(['Direct']);
    const started = clock;
    await whileHeadIsLocked(async () => {
      for (const description of ['First', 'Second', 'Third']) {
        clock += 1_000;
        await act(description);
      }
      expect(await waiting()).toBe(3);
      expect(await newestTexts(1)).toEqual(['Direct']);
    });
    clock += 60_000;
    await one.inbox.linkAll();
    expect(await waiting()).toBe(0);
    expect(
      (await newest(3)).map(({ description, created_at }) => [description, created_at.getTime() - started]),
    ).toEqual([
      ['First', 1_000],
      ['Second', 2_000],
      ['Third', 3_000],
    ]);
  });

  it('are linked soon after the head is free, and before readers of the log read', async () => {
    await whileHeadIsLocked(async () => await act('Soon'));
    await expect.poll(waiting).toBe(0);
    await leaveBehind('Read');
    const reader = startWriter();
    // A reader waits at most half a second, which a busy machine can exceed.
    await expect
      .poll(async () => {
        await reader.inbox.catchUp();
        return await newestTexts(2);
      })
      .toEqual(['Soon', 'Read']);
  });

  it('let a request wait for the head only as long as it says', async () => {
    const writer = startWriter();
    await whileHeadIsLocked(async () => {
      await act('Linked later', writer);
      const refusal = await writer.inbox.linkWithin(100).catch((error: unknown) => error);
      expect(isDatabaseUnavailable(refusal as Error)).toBe(true);
    });
    await writer.inbox.linkWithin(10_000);
    expect(await newestTexts(1)).toEqual(['Linked later']);
  });

  it('are not overtaken by a later act that finds the head free', async () => {
    const other = startWriter();
    await whileHeadIsLocked(async () => {
      await act('Earlier', other);
      await act('Earlier, too', other);
    });
    await act('Later');
    await one.inbox.linkAll();
    expect(await newestTexts(3)).toEqual(['Earlier', 'Earlier, too', 'Later']);
  });

  it('leave nothing behind if they are rolled back', async () => {
    await whileHeadIsLocked(async () => {
      const failing = scratch.database.transaction(async (transaction) => {
        await one.append(transaction, { ...ENTRY, description: 'Undone' });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
    });
    expect(await waiting()).toBe(0);
  });

  it('are linked by another process if theirs is killed', async () => {
    await leaveBehind('Left behind');
    const stop = startWriter().inbox.start();
    await expect.poll(waiting).toBe(0);
    await stop();
    expect(await newestTexts(1)).toEqual(['Left behind']);
  });

  it('are all linked once when many writers of several processes compete', async () => {
    const writers = [one, startWriter(), startWriter()];
    const before = await entries();
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        Array.from({ length: 24 }, (_, at) => act(`Round ${round}, act ${at}`, writers[at % writers.length])),
      );
    }
    for (const { inbox } of writers) await inbox.linkAll();
    const texts = await newestTexts((await entries()) - before);
    expect(texts).toHaveLength(5 * 24);
    expect(new Set(texts).size).toBe(5 * 24);
  });
});

async function entries(): Promise<number> {
  const { sequence } = await scratch.database.reader
    .selectFrom('audit_head')
    .select('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

describe('an inbox that somebody else wrote to', () => {
  const COLUMNS = `id, created_at, action, action_category, description, status, actor_type, actor_email,
    resource_type, seal`;
  const ALL_COLUMNS = `${COLUMNS}, actor_id, resource_id, resource_identifier, request_id, ip_address, user_agent,
    error_message, metadata, changes, occurred_at, service_key_id`;

  it.each([
    [
      'brought',
      `INSERT INTO audit_inbox (${COLUMNS}) VALUES (gen_random_uuid(), now(), 'user.block', 'user_management',
      'Forged', 'success', 'admin', 'ada@example.com', 'user', '\\x00')`,
    ],
    ['changed', `UPDATE audit_inbox SET description = 'Forged'`],
  ])('records an entry that was %s there, but not as an act', async (_how, statement) => {
    await leaveBehind('Left behind');
    await change(statement);
    const writer = startWriter();
    await writer.inbox.linkAll();
    const texts = await newestTexts(2);
    expect(texts).toContain('Refused an entry that Halyard did not write');
    expect(texts).not.toContain('Forged');
    expect(writer.lines().join()).toContain('Refused an entry that Halyard did not write');
  });

  it('refuses a copy of an entry that was linked before', async () => {
    await leaveBehind('Copied');
    await change('CREATE TABLE kept AS TABLE audit_inbox');
    await one.inbox.linkAll();
    await change(
      'INSERT INTO audit_inbox OVERRIDING SYSTEM VALUE SELECT (kept).* FROM kept; DROP TABLE kept',
    );
    await startWriter().inbox.linkAll();
    expect(await newestTexts(2)).toEqual(['Copied', 'Refused an entry that Halyard did not write']);
  });

  it('refuses the second of two copies that wait', async () => {
    await leaveBehind('Once');
    await change(`INSERT INTO audit_inbox (${ALL_COLUMNS}) SELECT ${ALL_COLUMNS} FROM audit_inbox`);
    await one.inbox.linkAll();
    expect(await newestTexts(2)).toEqual(['Once', 'Refused an entry that Halyard did not write']);
  });

  it.each([`created_at = 'infinity'`, `metadata = '{"a": 1.5}'`, `created_at = '290000-01-01'`])(
    'refuses an entry that was changed to %s, and records all of it',
    async (changed) => {
      await leaveBehind('Changed');
      await change(`UPDATE audit_inbox SET ${changed}`);
      await one.inbox.linkAll();
      const { metadata } = await scratch.database.reader
        .selectFrom('audit_log')
        .select('metadata')
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(metadata)).toContain('ada@example.com');
    },
  );

  it.each(['DELETE FROM audit_inbox', `UPDATE audit_inbox SET description = 'Forged'`])(
    'still links an entry of this process after %s, and records that',
    async (statement) => {
      const writer = startWriter();
      await whileHeadIsLocked(async () => {
        await act('Kept', writer);
        await change(statement);
      });
      await writer.inbox.linkAll();
      expect((await newestTexts(2)).toSorted()).toEqual([
        'Kept',
        'Linked an entry that was deleted or changed while it waited',
      ]);
      expect(writer.lines().join()).toContain('Find out who wrote to the database');
    },
  );

  it('lets entries under another master key wait for a process that has it', async () => {
    const newKey = randomBytes(32);
    const newKeys = fixedMasterKeys(newKey, KEY);
    await leaveBehind('Under the old key');
    await leaveBehind('Under the new key', newKeys);
    await expect(one.inbox.linkAll()).rejects.toThrow('the seal of another master key');
    expect(await newestTexts(1)).toEqual(['Under the old key']);
    expect(await waiting()).toBe(1);
    await startWriter(newKeys).inbox.linkAll();
    expect(await newestTexts(1)).toEqual(['Under the new key']);
    masterKeys = fixedMasterKeys(KEY, newKey);
    one = startWriter();
  });
});

describe('a log that cannot be extended', () => {
  it('refuses acts until it can, and keeps what waits', async () => {
    const writer = startWriter();
    await change('CREATE TABLE kept AS SELECT seal FROM audit_head');
    await whileHeadIsLocked(async (locking) => {
      await act('Waits', writer);
      await sql`UPDATE audit_head SET seal = sha256('forged')`.execute(locking);
    });
    await expect(writer.inbox.linkAll()).rejects.toThrow('No audit entry can be written');
    await expect(act('Refused', writer)).rejects.toThrow('No audit entry can be written');
    expect(await waiting()).toBe(1);
    await change('UPDATE audit_head SET seal = kept.seal FROM kept; DROP TABLE kept');
    await writer.inbox.linkAll();
    await act('Goes on', writer);
    await writer.inbox.linkAll();
    expect(await newestTexts(2)).toEqual(['Waits', 'Goes on']);
  });

  it('refuses an act with values that the log would not take', async () => {
    await whileHeadIsLocked(async () => {
      const wrong = { ...ENTRY, description: 'Wrong', status: 'perhaps' } as unknown as AuditEntry;
      await expect(
        scratch.database.transaction((transaction) => one.append(transaction, wrong)),
      ).rejects.toThrow('check');
    });
    expect(await waiting()).toBe(0);
  });
});

it('an entry in the inbox has the columns and checks of the log', async () => {
  const shapeOf = async (table: string) => {
    const { rows: columns } = await sql`
      SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
        AND attname NOT IN ('sequence', 'hash', 'previous_hash', 'position', 'seal')
      ORDER BY attname`.execute(scratch.database.reader);
    const { rows: checks } = await sql`
      SELECT pg_get_constraintdef(oid) FROM pg_constraint
      WHERE conrelid = ${table}::regclass AND contype = 'c' ORDER BY 1`.execute(scratch.database.reader);
    return { columns, checks };
  };
  expect(await shapeOf('audit_inbox')).toEqual(await shapeOf('audit_log'));
});
