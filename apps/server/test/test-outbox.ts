import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { createAppendAudit } from '../src/infra/audit/append-audit.ts';
import { createEnvironmentKeyWrapper, type KeyWrapper } from '../src/infra/crypto/key-wrapper.ts';
import { fixedMasterKeys } from '../src/infra/crypto/master-keys.ts';
import type { Database } from '../src/infra/db/database.ts';
import type { MailMessage } from '../src/infra/mail/mail-message.ts';
import { createMetrics, type Metrics } from '../src/infra/metrics.ts';
import { createOutbox, type NewOutboxEntry, type Outbox } from '../src/infra/outbox/outbox.ts';
import type { OutboxHandlers } from '../src/infra/outbox/outbox-handler.ts';
import { LEASE_SECONDS } from '../src/infra/outbox/outbox-store.ts';
import { createOutboxWorker, type OutboxWorker } from '../src/infra/outbox/outbox-worker.ts';
import { createRecordingLog, type RecordedLine } from './recording-log.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** An outbox in its own database, with a clock that a test controls. */
export interface TestOutbox extends Pick<TestDatabase, 'connection' | 'direct' | 'database'> {
  readonly masterKey: Buffer;
  readonly keys: KeyWrapper;
  readonly outbox: Outbox;
  readonly lines: readonly RecordedLine[];
  readonly metrics: Metrics;
  readonly enqueue: (...entries: readonly NewOutboxEntry[]) => Promise<void>;
  readonly enqueueMail: (...messages: readonly MailMessage[]) => Promise<void>;
  readonly createWorker: (handlers: OutboxHandlers, leaseSeconds?: number) => OutboxWorker;
  /** Shifts all times of the entries into the past. */
  readonly pass: (seconds: number) => Promise<void>;
  /** Returns all entries in order, without their times. */
  readonly entries: () => ReturnType<typeof readEntries>;
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function createTestOutbox(): Promise<TestOutbox> {
  const { connection, direct, database, drop } = await createTestDatabase();
  const masterKey = randomBytes(32);
  const masterKeys = fixedMasterKeys(masterKey);
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const outbox = createOutbox({ keys });
  const { log, lines } = createRecordingLog();
  const metrics = createMetrics();
  const appendAudit = createAppendAudit(masterKeys, () => new Date());
  const inOne = async <Item>(
    items: readonly Item[],
    enqueue: (transaction: Parameters<typeof outbox.enqueue>[0], item: Item) => Promise<void>,
  ) =>
    await database.transaction(async (transaction) => {
      for (const item of items) await enqueue(transaction, item);
    });
  return {
    connection,
    direct,
    database,
    masterKey,
    keys,
    outbox,
    lines,
    metrics,
    enqueue: async (...entries) => await inOne(entries, outbox.enqueue),
    enqueueMail: async (...messages) => await inOne(messages, outbox.enqueueMail),
    createWorker: (handlers, leaseSeconds = LEASE_SECONDS) =>
      createOutboxWorker({ database, keys, handlers, leaseSeconds, appendAudit, log, metrics }),
    pass: async (seconds) => {
      const earlier = (column: 'due_at' | 'expires_at' | 'finished_at' | 'leased_until') =>
        sql<Date>`${sql.ref(column)} - make_interval(secs => ${seconds})`;
      await database.transaction((transaction) =>
        transaction
          .updateTable('outbox')
          .set({
            due_at: earlier('due_at'),
            expires_at: earlier('expires_at'),
            finished_at: earlier('finished_at'),
            leased_until: earlier('leased_until'),
          })
          .execute(),
      );
    },
    entries: async () => await readEntries(database),
    clear: async () => {
      lines.length = 0;
      await database.transaction((transaction) => transaction.deleteFrom('outbox').execute());
    },
    close: drop,
  };
}

async function readEntries(database: Database) {
  return await database.reader
    .selectFrom('outbox')
    .select(['id', 'kind', 'queue', 'payload', 'attempts', 'state', 'last_error'])
    .orderBy('position')
    .execute();
}

export function note(queue: string, text: string): NewOutboxEntry {
  return { kind: 'note', queue, payload: text };
}

/** Returns handlers that run `act` for notes outside a transaction, and records their texts. */
export function noteTaker(act: (text: string) => Promise<void> = async () => undefined) {
  const taken: string[] = [];
  const handlers: OutboxHandlers = {
    note: {
      outside: async ({ payload }) => {
        taken.push(String(payload));
        await act(String(payload));
      },
    },
  };
  return { taken, handlers };
}
