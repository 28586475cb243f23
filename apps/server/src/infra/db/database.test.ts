import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { administrate } from '../../../test/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createDatabase, type DatabaseReader } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { allowLongWaits, apartFromRequest, DatabaseWaits, withDatabaseWaits } from './database-waits.ts';

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase({ empty: true });
  await test.database.query({ text: 'CREATE TABLE notes (id int PRIMARY KEY, text text)' });
});

afterEach(async () => {
  vi.useRealTimers();
  await test.drop();
});

class CountedWaits extends DatabaseWaits {
  begun = 0;

  override begin(): () => void {
    this.begun++;
    return super.begin();
  }
}

class ShortWaits extends DatabaseWaits {
  override get leftMs(): number {
    return 50;
  }
}

async function select(expression: string): Promise<unknown> {
  const { rows } = await test.database.query({ text: `SELECT ${expression} AS value` });
  return rows[0]?.['value'];
}

async function countNotes(reader: DatabaseReader): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM notes`.execute(reader);
  return rows[0]?.n ?? Number.NaN;
}

describe('columnParsers', () => {
  it('parses int8 as a number and throws above 2^53 - 1', async () => {
    expect(await select('9007199254740991::int8')).toBe(Number.MAX_SAFE_INTEGER);
    expect(await select('-9007199254740991::int8')).toBe(Number.MIN_SAFE_INTEGER);
    await expect(select('9007199254740992::int8')).rejects.toThrow('too large for a number');
  });

  // @spec D.145
  it('parses numeric and date as text, timestamptz as Date and null as null', async () => {
    expect(await select('0.100000000000000000::numeric')).toBe('0.100000000000000000');
    expect(await select(`'2026-03-29'::date`)).toBe('2026-03-29');
    expect(await select(`'2026-03-29 01:30:00.123+02'::timestamptz`)).toEqual(
      new Date('2026-03-28T23:30:00.123Z'),
    );
    expect(await select('NULL::int8')).toBeNull();
  });

  it.each([
    ['2026-03-28 23:30:00.123456+00', '2026-03-28T23:30:00.123Z'],
    ['2026-03-28 23:30:00+00', '2026-03-28T23:30:00.000Z'],
    ['2026-03-28 23:30:00-03:30', '2026-03-29T03:00:00.000Z'],
    ['12026-03-28 23:30:00+00', '+012026-03-28T23:30:00.000Z'],
    ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ])('parses the time %s in every time zone', async (text, expected) => {
    await test.database.transaction(async (transaction) => {
      for (const zone of ['UTC', 'Asia/Kathmandu', 'America/New_York']) {
        await sql`SELECT set_config('TimeZone', ${zone}, true)`.execute(transaction);
        const { rows } = await sql<{ at: Date }>`SELECT ${text}::timestamptz AS at`.execute(transaction);
        expect(rows[0]?.at.toISOString()).toBe(expected);
      }
    });
  });
});

describe('Database.transaction', () => {
  it('commits when the work resolves', async () => {
    const result = await test.database.transaction(async (transaction) => {
      await sql`INSERT INTO notes VALUES (1, 'a')`.execute(transaction);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await countNotes(test.database.reader)).toBe(1);
  });

  it('rolls back when the work throws, and returns a clean connection to the pool', async () => {
    const work = test.database.transaction(async (transaction) => {
      await sql`INSERT INTO notes VALUES (1, 'a')`.execute(transaction);
      throw new Error('thought better of it');
    });
    await expect(work).rejects.toThrow('thought better of it');
    expect(await countNotes(test.database.reader)).toBe(0);
    const { rows } = await test.database.query({
      text: `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    });
    expect(rows).toEqual([]);
  });

  it('reports the database as unavailable if its session is terminated, then works again', async () => {
    const work = test.database.transaction(async (transaction) => {
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(transaction);
    });
    await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await countNotes(test.database.reader)).toBe(0);
  });

  it('uses READ COMMITTED with statement and lock timeouts', async () => {
    const settings = await test.database.transaction(async (transaction) => {
      const { rows } = await sql`SELECT current_setting('transaction_isolation') AS isolation,
        current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle,
        current_setting('application_name') AS name`.execute(transaction);
      return rows[0];
    });
    expect(settings).toEqual({
      isolation: 'read committed',
      statement: '5s',
      lock: '3s',
      idle: '10s',
      name: 'halyard',
    });
  });
});

describe('createDatabase', () => {
  it('replaces idle and busy connections that were terminated', async () => {
    const { log, lines } = createRecordingLog();
    const database = createDatabase({ connection: test.direct, max: 2, log });
    try {
      await database.ping();
      const busy = database.query({ text: 'SELECT pg_sleep(60)' });
      const refused = expect(busy).rejects.toThrow();
      const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'halyard' AND pid <> pg_backend_pid() AND datname = $1`;
      const name = await select('current_database()');
      await administrate(test.connection, async (client) => await client.query(terminate, [name]));
      await refused;
      await database.ping();
      await database.ping();
      expect(lines.every(({ level }) => level === 'warn')).toBe(true);
    } finally {
      await database.close();
    }
  });

  it('counts what a request waits for, and refuses its next statement once it waited too long', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { log } = createRecordingLog();
    const database = createDatabase({ connection: test.connection, max: 2, log });
    try {
      const waits = new DatabaseWaits();
      const inRequest = async (work: () => Promise<unknown>) =>
        await withDatabaseWaits(waits, work).catch((error: unknown) => error);
      const askFor = async (ms: number) => {
        const asking = inRequest(async () => await database.query({ text: 'SELECT pg_sleep(0.1)' }));
        vi.advanceTimersByTime(ms);
        await asking;
      };
      await Promise.all([askFor(1_000), askFor(2_000)]);
      expect(waits.waitedMs).toBe(3_000);
      expect(waits.leftMs).toBe(6_700);
      const held = await inRequest(
        async () =>
          await database.transaction(async (transaction) => {
            await askFor(2_001);
            await sql`SELECT 1`.execute(transaction);
          }),
      );
      const refusals = [held, await inRequest(database.ping)];
      for (const refusal of refusals) expect(isDatabaseUnavailable(refusal as Error)).toBe(true);
      await withDatabaseWaits(waits, async () => {
        await apartFromRequest(database.ping);
        allowLongWaits();
        await database.ping();
      });
    } finally {
      await database.close();
    }
  });

  it('waits for an answer only as long as the request may still wait', async () => {
    const database = createDatabase({ connection: test.connection, max: 1, log: createRecordingLog().log });
    const sleep = async () => await database.query({ text: 'SELECT pg_sleep(0.5)' });
    try {
      await database.ping();
      const outcome = await withDatabaseWaits(new ShortWaits(), sleep).catch((error: unknown) => error);
      expect(isDatabaseUnavailable(outcome as Error)).toBe(true);
      await sleep();
    } finally {
      await database.close();
    }
  });

  it('does not charge a request for setting up a connection', async () => {
    const { log } = createRecordingLog();
    const database = createDatabase({ connection: test.connection, max: 1, log });
    const waits = new CountedWaits();
    await withDatabaseWaits(waits, database.ping);
    // For the connection and for the statement.
    expect(waits.begun).toBe(2);
    await database.close();
  });

  it('has no open connection after close', async () => {
    const { log, lines } = createRecordingLog();
    for (let round = 0; round < 10; round++) {
      const other = createDatabase({ connection: test.direct, max: 5, log });
      const pids = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const { rows } = await sql<{
            pid: number;
          }>`SELECT pg_backend_pid() AS pid FROM pg_sleep(0.02)`.execute(other.reader);
          return rows[0]?.pid;
        }),
      );
      await other.close();
      expect(await select(`(SELECT count(*) FROM pg_stat_activity WHERE pid IN (${pids.join()}))`)).toBe(0);
    }
    expect(lines).toEqual([]);
  });

  it('lets transactions wait for their turn, so that reads go on, and refuses those that waited too long', async () => {
    const database = createDatabase({
      connection: test.connection,
      max: 3,
      transactionsMax: 2,
      log: createRecordingLog().log,
    });
    const order: string[] = [];
    await test.database.transaction(async (holder) => {
      const lock = sql`SELECT pg_advisory_xact_lock(7)`;
      await lock.execute(holder);
      const waiting = Array.from({ length: 5 }, () =>
        database
          .transaction((transaction) => lock.execute(transaction))
          .catch((error: Error) => {
            order.push(isDatabaseUnavailable(error) ? 'refused' : String(error));
          }),
      );
      await database.ping();
      order.push('read');
      await Promise.all(waiting);
    });
    expect(order).toEqual(['read', ...Array.from({ length: 5 }, () => 'refused')]);
    await database.transaction((transaction) => sql`SELECT 1`.execute(transaction));
    await database.close();
  });

  it('refuses those that waited too long for a free connection', async () => {
    const database = createDatabase({ connection: test.connection, max: 1, log: createRecordingLog().log });
    try {
      await database.transaction(async () => {
        await expect(database.ping()).rejects.toSatisfy(isDatabaseUnavailable);
        expect(database.connections()).toEqual({ inUse: 1, idle: 0, waiting: 0 });
      });
      await database.ping();
    } finally {
      await database.close();
    }
  });

  it('gives the next free connection to the process itself, then to the request that first asked for one', async () => {
    const database = createDatabase({ connection: test.connection, max: 1, log: createRecordingLog().log });
    const order: string[] = [];
    const ask = async (who: string) => {
      await database.ping();
      order.push(who);
    };
    const [oldest, exporting, newest] = [new DatabaseWaits(), new DatabaseWaits(), new DatabaseWaits()];
    try {
      await withDatabaseWaits(oldest, async () => await ask('oldest'));
      await withDatabaseWaits(exporting, async () => await ask('export'));
      const busy = ask('busy');
      await Promise.all([
        busy,
        withDatabaseWaits(newest, async () => await ask('newest')),
        withDatabaseWaits(exporting, async () => {
          allowLongWaits();
          await ask('export');
        }),
        ask('job'),
        withDatabaseWaits(oldest, async () => await ask('oldest')),
      ]);
      expect(order.slice(2)).toEqual(['busy', 'job', 'oldest', 'newest', 'export']);
    } finally {
      await database.close();
    }
  });
});
