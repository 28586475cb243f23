import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestOutbox, note, noteTaker, type TestOutbox } from '../../../test/test-outbox.ts';
import { watchInstallation } from '../watch-installation.ts';
import { PermanentFailure, TemporaryFailure } from './outbox-handler.ts';
import { deleteFinishedEntries } from './outbox-store.ts';
import { TRIES_MAX } from './retry-pause.ts';

const DAY = 24 * 3_600;

let test: TestOutbox;

beforeAll(async () => {
  test = await createTestOutbox();
});
beforeEach(async () => await test.clear());
afterAll(async () => await test.close());

const states = async () => (await test.entries()).map(({ state }) => state);

describe('outbox', () => {
  it('retries a failed entry after 1, 2, 4, 8, then 16 min, plus or minus a fifth', async () => {
    await test.enqueue(note('a', 'a1'));
    const { handlers } = noteTaker(async () => {
      throw new TemporaryFailure('not now');
    });
    const worker = test.createWorker(handlers);
    const minutes: number[] = [];
    for (let tries = 1; tries <= 7; tries++) {
      await worker.runOnce();
      const { seconds } = await test.database.reader
        .selectFrom('outbox')
        .select(sql<number>`extract(epoch FROM due_at - now())::float8`.as('seconds'))
        .executeTakeFirstOrThrow();
      minutes.push(seconds / 60);
      await test.pass(seconds);
    }
    for (const [index, planned] of [1, 2, 4, 8, 16, 16, 16].entries()) {
      expect(minutes[index]).toBeGreaterThan(planned * 0.75);
      expect(minutes[index]).toBeLessThanOrEqual(planned * 1.2);
    }
    expect(test.lines.filter(({ level }) => level === 'warn')).toHaveLength(7);
  });

  it('gives up on an entry after the last attempt, reports it and continues with the next', async () => {
    await test.enqueue(note('a', 'planted-secret'), note('a', 'a2'));
    await test.database.transaction((transaction) =>
      transaction
        .updateTable('outbox')
        .set({ attempts: TRIES_MAX - 1 })
        .where('id', '=', sql<string>`(SELECT id FROM outbox ORDER BY position LIMIT 1)`)
        .execute(),
    );
    watchInstallation(test.metrics, test.database, Date.now);
    const { taken, handlers } = noteTaker(async (text) => {
      if (text === 'planted-secret') throw new TemporaryFailure('still not');
    });
    await test.createWorker(handlers).runOnce();
    expect(taken).toEqual(['planted-secret', 'a2']);
    const [dead] = await test.entries();
    expect(dead).toMatchObject({
      state: 'dead',
      attempts: TRIES_MAX,
      payload: null,
      last_error: 'still not',
    });

    const errors = test.lines.filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(test.lines)).not.toContain('planted-secret');
    const audit = await test.database.reader.selectFrom('audit_log').selectAll().execute();
    expect(audit).toMatchObject([
      {
        action: 'note.fail',
        action_category: 'system_operation',
        actor_type: 'system',
        status: 'failure',
        resource_id: dead?.id,
        resource_identifier: 'a',
        error_message: 'still not',
        metadata: { kind: 'note', tries: TRIES_MAX },
      },
    ]);
    const metrics = await test.metrics.text();
    expect(metrics).toContain('halyard_outbox_entries{state="dead"} 1');
    expect(metrics).toContain('halyard_outbox_entries{state="waiting"} 0');
    expect(metrics).toContain('halyard_outbox_tries_total{kind="note",outcome="dead"} 1');
  });

  it('gives up on an entry at once after a permanent failure', async () => {
    await test.enqueue(note('a', 'a1'));
    const { handlers } = noteTaker(async () => {
      throw new PermanentFailure('never');
    });
    await test.createWorker(handlers).runOnce();
    expect(await test.entries()).toMatchObject([{ state: 'dead', attempts: 1, last_error: 'never' }]);
  });

  it('skips an expired entry and continues with the next', async () => {
    const expiresAt = new Date(Date.now() + 6 * 60_000);
    await test.enqueue({ ...note('a', 'a1'), expiresAt }, note('a', 'a2'));
    let down = true;
    const { taken, handlers } = noteTaker(async () => {
      if (down) throw new TemporaryFailure('not now');
    });
    const worker = test.createWorker(handlers);
    for (const minutes of [0, 2, 3]) {
      await test.pass(minutes * 60);
      await worker.runOnce();
    }
    expect(taken).toEqual(['a1', 'a1', 'a1']);
    down = false;
    // The next attempt would be after the expiry, so it is due at the expiry.
    await test.pass(61);
    await worker.runOnce();
    expect(taken.slice(3)).toEqual(['a2']);
    expect(await test.entries()).toMatchObject([{ state: 'expired', payload: null }, { state: 'done' }]);
  });

  it('does not repeat an entry if only marking it done failed', async () => {
    await test.enqueue(note('a', 'a1'));
    const rename = async (from: string, to: string) =>
      await test.database.transaction(async (transaction) => {
        await sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(transaction);
      });
    const { taken, handlers } = noteTaker(async () => {
      await rename('outbox', 'outbox_away');
      setTimeout(() => void rename('outbox_away', 'outbox'), 300);
    });
    await test.createWorker(handlers).runOnce();
    expect(taken).toEqual(['a1']);
    expect(await states()).toEqual(['done']);
  });

  it('deletes an entry 30 days after it finished', async () => {
    await test.enqueue(note('a', 'a1'));
    await test.createWorker(noteTaker().handlers).runOnce();
    await test.enqueue(note('b', 'b1'));
    await test.pass(29 * DAY);
    await deleteFinishedEntries(test.database);
    expect(await states()).toEqual(['done', 'waiting']);
    await test.pass(2 * DAY);
    await deleteFinishedEntries(test.database);
    expect(await states()).toEqual(['waiting']);
  });
});
