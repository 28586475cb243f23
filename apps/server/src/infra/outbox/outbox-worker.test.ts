import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestOutbox, note, noteTaker, type TestOutbox } from '../../../test/test-outbox.ts';
import { type OutboxHandlers, TemporaryFailure } from './outbox-handler.ts';
import { leaseDueEntries } from './outbox-store.ts';
import { runEntry } from './run-entry.ts';

const HOUR = 3_600;
const POLL = { timeout: 20_000 };

let test: TestOutbox;

beforeAll(async () => {
  test = await createTestOutbox();
});
beforeEach(async () => await test.clear());
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => await test.close());

async function secondsLeft(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM leased_until - now())::float AS seconds FROM outbox`.execute(
    test.database.reader,
  );
  return rows[0]?.seconds ?? 0;
}

const states = async () => (await test.entries()).map(({ state }) => state);

describe('OutboxWorker', () => {
  it('ignores entries of a transaction that was rolled back', async () => {
    await expect(
      test.database.transaction(async (transaction) => {
        await test.outbox.enqueue(transaction, note('a', 'a1'));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await test.entries()).toEqual([]);
  });

  it('stores payloads encrypted and deletes them when done', async () => {
    const token = 'planted-token-7f3a';
    await test.enqueueMail({
      kind: 'password_reset',
      to: 'Ada@Example.com',
      token,
      expiresAt: new Date(Date.now() + HOUR * 1_000).toISOString(),
    });
    const { rows } = await sql<{ row: string }>`SELECT outbox::text AS row FROM outbox`.execute(
      test.database.reader,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token).toString('hex'));
    expect(await test.entries()).toMatchObject([{ queue: 'ada@example.com', kind: 'mail.password_reset' }]);

    const seen: unknown[] = [];
    const outside = async ({ payload }: { payload: unknown }) => void seen.push(payload);
    await test.createWorker({ 'mail.password_reset': { outside } }).runOnce();
    expect(seen).toMatchObject([{ kind: 'password_reset', to: 'Ada@Example.com', token }]);
    expect(await test.entries()).toMatchObject([{ state: 'done', payload: null }]);
  });

  it('does not open a payload moved from another row', async () => {
    await test.enqueue(note('a', 'for a'), note('b', 'for b'));
    await test.database.transaction(async (transaction) => {
      await sql`UPDATE outbox SET payload = (SELECT payload FROM outbox WHERE queue = 'a')`.execute(
        transaction,
      );
    });
    const { taken, handlers } = noteTaker();
    await test.createWorker(handlers).runOnce();
    expect(taken).toEqual(['for a']);
    expect(await states()).toEqual(['done', 'waiting']);
  });

  it('processes a queue in order and waits for its first entry', async () => {
    await test.enqueue(note('a', 'a1'), note('b', 'b1'), note('a', 'a2'), note('b', 'b2'), note('a', 'a3'));
    let down = true;
    const { taken, handlers } = noteTaker(async (text) => {
      if (text === 'a1' && down) throw new TemporaryFailure('not now');
    });
    const worker = test.createWorker(handlers);
    await worker.runOnce();
    expect(taken.toSorted()).toEqual(['a1', 'b1', 'b2']);
    await worker.runOnce();
    expect(taken).toHaveLength(3);

    down = false;
    await test.pass(2 * 60);
    await worker.runOnce();
    expect(taken.slice(3)).toEqual(['a1', 'a2', 'a3']);
    expect(await states()).toEqual(Array(5).fill('done'));
  });

  it('shares 200 entries among four workers, each once and in queue order', async () => {
    const queues = Array.from({ length: 40 }, (_, queue) => `q${queue}`);
    await test.enqueue(
      ...[1, 2, 3, 4, 5].flatMap((turn) => queues.map((queue) => note(queue, `${queue}:${turn}`))),
    );
    const { taken, handlers } = noteTaker(async () => await new Promise(setImmediate));
    const workers = [1, 2, 3, 4].map(() => test.createWorker(handlers));
    for (const worker of workers) worker.start();
    await expect.poll(states, POLL).toEqual(Array(200).fill('done'));
    for (const worker of workers) await worker.stop(5);
    expect(taken).toHaveLength(200);
    for (const queue of queues) {
      const turns = taken.filter((text) => text.startsWith(`${queue}:`)).map((text) => text.split(':')[1]);
      expect(turns).toEqual(['1', '2', '3', '4', '5']);
    }
  });

  it('processes entries enqueued during a run, including those from handlers', async () => {
    const seen: unknown[] = [];
    const worker = test.createWorker({
      request: { inTransaction: async () => await test.enqueue(note('a', 'because of it')) },
      note: { outside: async ({ payload }) => void seen.push(payload) },
    });
    worker.start();
    await test.enqueue({ kind: 'request', queue: 'a', payload: null });
    await expect.poll(() => seen, POLL).toEqual(['because of it']);
    await worker.stop(5);
  });

  it('processes other entries while some hang, and aborts the hanging ones on stop', async () => {
    await test.enqueue(note('slow', 'slow'), note('quick', 'quick'));
    const done: string[] = [];
    const worker = test.createWorker({
      note: {
        outside: async ({ payload }, signal) => {
          if (payload === 'slow') {
            await new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(new TemporaryFailure('the process stops')));
            });
          }
          done.push(String(payload));
        },
      },
    });
    worker.start();
    await expect.poll(() => done, POLL).toEqual(['quick']);
    await worker.stop(0);
    expect(await test.entries()).toMatchObject([
      { state: 'waiting', last_error: 'the process stops' },
      { state: 'done' },
    ]);
  });

  it('passes an entry to another worker only after the lease has expired', async () => {
    await test.enqueue(note('a', 'a1'));
    const crashed = Promise.withResolvers<void>();
    const first = noteTaker(async () => await crashed.promise);
    const crashing = test.createWorker(first.handlers).runOnce();
    await expect.poll(() => first.taken, POLL).toEqual(['a1']);

    const second = noteTaker();
    const other = test.createWorker(second.handlers);
    await other.runOnce();
    expect(second.taken).toEqual([]);
    await test.pass(61);
    await other.runOnce();
    expect(second.taken).toEqual(['a1']);
    expect(await test.entries()).toMatchObject([{ state: 'done', attempts: 2 }]);
    crashed.resolve();
    await crashing;
  });

  it('keeps its lease while work takes longer than the lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await test.enqueue(note('a', 'a1'));
    const slow = Promise.withResolvers<void>();
    const first = noteTaker(async () => await slow.promise);
    const working = test.createWorker(first.handlers, 60).runOnce();
    await expect.poll(() => first.taken, POLL).toEqual(['a1']);

    const second = noteTaker();
    const other = test.createWorker(second.handlers, 60);
    for (let third = 0; third < 6; third++) {
      await test.pass(20);
      vi.advanceTimersByTime(20_000);
      await expect.poll(secondsLeft, POLL).toBeGreaterThan(45);
      await other.runOnce();
    }
    slow.resolve();
    await working;
    expect(second.taken).toEqual([]);
    expect(await test.entries()).toMatchObject([{ state: 'done', attempts: 1 }]);
  });

  it('skips transactional work if the lease was lost', async () => {
    await test.enqueue({ kind: 'request', queue: 'a', payload: null });
    let times = 0;
    const handlers: OutboxHandlers = { request: { inTransaction: async () => void times++ } };
    const { database, keys } = test;
    const [slow] = await leaseDueEntries(database, {
      kinds: ['request'],
      count: 1,
      held: [],
      leaseSeconds: 60,
    });
    if (slow === undefined) throw new Error('no entry was due');
    await test.pass(61);
    const [other] = await leaseDueEntries(database, {
      kinds: ['request'],
      count: 1,
      held: [],
      leaseSeconds: 60,
    });
    if (other === undefined) throw new Error('the lease did not run out');
    const { signal } = new AbortController();
    expect(await runEntry({ database, keys, handlers, leaseSeconds: 60 }, slow, signal)).toBe('lost');
    expect(await runEntry({ database, keys, handlers, leaseSeconds: 60 }, other, signal)).toBe('marked');
    expect(await runEntry({ database, keys, handlers, leaseSeconds: 60 }, other, signal)).toBe('lost');
    expect(times).toBe(1);
  });

  it('rolls back failed transactional work and retries it', async () => {
    await test.enqueue({ kind: 'request', queue: 'a', payload: null });
    let failing = true;
    const worker = test.createWorker({
      request: {
        inTransaction: async (transaction) => {
          await sql`INSERT INTO outbox (id, kind, queue, payload) VALUES (gen_random_uuid(), 'made', 'x', '')`.execute(
            transaction,
          );
          if (failing) throw new Error('secret detail');
        },
      },
    });
    await worker.runOnce();
    expect(await test.entries()).toMatchObject([{ state: 'waiting', last_error: 'unexpected Error' }]);
    failing = false;
    await test.pass(2 * 60);
    await worker.runOnce();
    expect(await test.entries()).toMatchObject([{ state: 'done' }, { kind: 'made' }]);
  });
});
