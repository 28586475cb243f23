import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { fixedMasterKeys } from '../../crypto/master-keys.ts';
import { type AppendAudit, type AuditEntry, createAppendAudit } from '../append-audit.ts';
import { createHeadMemory } from '../proof/head-memory.ts';
import { verifyAuditLog } from '../verification/verify-audit-log.ts';
import { type AuditInbox, createAuditInbox } from './audit-inbox.ts';

const masterKeys = fixedMasterKeys(randomBytes(32));
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

function startWriter(): Writer {
  const { log, lines } = createRecordingLog();
  const seenHeads = createHeadMemory(masterKeys, undefined);
  const inbox = createAuditInbox({ ...scratch, masterKeys, now: () => clock, seenHeads, log });
  const append = createAppendAudit(masterKeys, () => new Date(clock), { seenHeads, addToInbox: inbox.add });
  return { inbox, append, lines: () => lines.map((line) => JSON.stringify(line)) };
}

async function act(description: string, { append }: Writer = one): Promise<void> {
  await scratch.database.transaction((transaction) => append(transaction, { ...ENTRY, description }));
}

/** Runs `work` while another transaction has the head locked. */
async function whileHeadIsLocked(work: () => Promise<void>): Promise<void> {
  await scratch.database.transaction(async (transaction) => {
    await sql`SELECT FROM audit_head FOR UPDATE`.execute(transaction);
    await work();
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
    await whileHeadIsLocked(async () => await act('Read'));
    await startWriter().inbox.catchUp();
    expect(await newestTexts(2)).toEqual(['Soon', 'Read']);
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
    const killed = startWriter();
    await whileHeadIsLocked(async () => await act('Left behind', killed));
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
    for (const { inbox } of writers) {
      await inbox.linkAll();
      expect(inbox.alarm()).toBeUndefined();
    }
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

  it.each([
    [
      'brought',
      `gen_random_uuid(), now(), 'user.block', 'user_management', 'Forged', 'success', 'admin',
      'ada@example.com', 'user', '\\x00'`,
    ],
    ['changed', undefined],
  ])('records an entry that was %s there, but not as an act', async (_how, forged) => {
    await whileHeadIsLocked(async () => {
      await act('Real');
      await change(
        forged === undefined
          ? `UPDATE audit_inbox SET description = 'Forged'`
          : `DELETE FROM audit_inbox; INSERT INTO audit_inbox (${COLUMNS}) VALUES (${forged})`,
      );
      if (forged !== undefined) await act('Real');
    });
    const writer = startWriter();
    await writer.inbox.linkAll();
    const texts = await newestTexts(2);
    expect(texts).toContain('Refused an entry that Halyard did not write');
    expect(texts).not.toContain('Forged');
    expect(writer.lines().join()).toContain('An entry that Halyard did not write');
  });

  it('refuses a copy of an entry that was linked before', async () => {
    await whileHeadIsLocked(async () => await act('Copied'));
    await change('CREATE TABLE kept AS TABLE audit_inbox');
    await one.inbox.linkAll();
    await change(
      'INSERT INTO audit_inbox OVERRIDING SYSTEM VALUE SELECT (kept).* FROM kept; DROP TABLE kept',
    );
    await startWriter().inbox.linkAll();
    expect(await newestTexts(2)).toEqual(['Copied', 'Refused an entry that Halyard did not write']);
  });

  it('raises the alarm if an entry of this process was deleted', async () => {
    const writer = startWriter();
    await whileHeadIsLocked(async () => await act('Deleted', writer));
    await change('DELETE FROM audit_inbox');
    await writer.inbox.linkAll();
    expect(writer.inbox.alarm()?.reason).toMatch(/^should follow: the entry [\da-f-]{36} was deleted before/);
  });
});

describe('a log that cannot be extended', () => {
  it('refuses acts until it can, and keeps what waits', async () => {
    const writer = startWriter();
    await change('CREATE TABLE kept AS SELECT seal FROM audit_head');
    await whileHeadIsLocked(async () => await act('Waits', writer));
    await change(`UPDATE audit_head SET seal = sha256('forged')`);
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
