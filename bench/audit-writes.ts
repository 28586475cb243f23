import { randomInt } from 'node:crypto';
import { PLATFORM_API } from '@halyard/contract/constants';
import { createServiceKeyService } from '../apps/server/src/features/service-keys/service-key-service.ts';
import { createUserSettingsService } from '../apps/server/src/features/users/user-settings-service.ts';
import { type AppendAudit, createAppendAudit } from '../apps/server/src/infra/audit/append-audit.ts';
import { type AuditInbox, createAuditInbox } from '../apps/server/src/infra/audit/inbox/audit-inbox.ts';
import { createHeadMemory } from '../apps/server/src/infra/audit/proof/head-memory.ts';
import { fixedMasterKeys } from '../apps/server/src/infra/crypto/master-keys.ts';
import { createDatabase, type Database } from '../apps/server/src/infra/db/database.ts';
import type { DatabaseConnection } from '../apps/server/src/infra/db/database-connection.ts';
import { createLog } from '../apps/server/src/infra/log.ts';
import { openSealedRows } from '../apps/server/src/infra/sealed-rows/open-sealed-rows.ts';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { ADMINISTRATOR, ADMINISTRATOR_ENVIRONMENT } from './product/administrator.ts';

const ROUNDS = 31;
const CHANGES_PER_ROUND = 50;
const PARALLEL = 500;
const BATCHES = 20;
const BATCH_SIZE = 1_000;
const MAX_RATIO = 1.5;
const MIN_ENTRIES_PER_SECOND = 5_000;

type ChangeSettings = (user: number) => Promise<void>;

/** Measures single entries, concurrent changes, and the platform's batches. */
export async function measureAuditWrites(connection: DatabaseConnection, address: string): Promise<Bar[]> {
  const database = createDatabase({ connection, max: 10, log: createLog('error') });
  const masterKeys = fixedMasterKeys(Buffer.from(ADMINISTRATOR_ENVIRONMENT.MASTER_KEY, 'base64'));
  const log = createLog('error');
  const seenHeads = createHeadMemory(masterKeys, undefined);
  const inbox = createAuditInbox({ database, masterKeys, now: Date.now, seenHeads, log });
  const append = createAppendAudit(masterKeys, () => new Date(), { seenHeads, inbox });
  try {
    const audited = await changeWith(database, append);
    const unaudited = await changeWith(
      database,
      async (_transaction, _entry, lastWrite) => void (await lastWrite),
    );
    const sealedRows = openSealedRows({ masterKeys, log: createLog('error') });
    const parts = { database, sealedRows, appendAudit: append };
    const { token } = await createServiceKeyService(parts).create({
      name: 'Benchmark',
      scopes: ['feed:write'],
    });
    return [
      {
        what: 'an audited change, as a multiple of one without audit',
        value: await compareChanges(audited, unaudited),
        limit: { atMost: MAX_RATIO },
      },
      {
        what: `gaps and forks after ${PARALLEL} concurrent changes`,
        value: await countFlaws(database, audited, inbox),
        limit: { atMost: 0 },
      },
      {
        what: `entries per second, in batches of ${BATCH_SIZE}`,
        value: await feedEntries(address, token),
        limit: { atLeast: MIN_ENTRIES_PER_SECOND },
      },
    ];
  } finally {
    await database.close();
  }
}

/** Starts at a random value, because writing an unchanged value would do nothing. */
let changes = randomInt(1_000_000_000);

/** Returns a change made by the product's own service, in a session after a step-up. */
async function changeWith(database: Database, appendAudit: AppendAudit): Promise<ChangeSettings> {
  const settings = createUserSettingsService({ database, appendAudit, now: Date.now });
  const users = await database.reader
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(PARALLEL)
    .execute();
  const session = {
    id: 'benchmark',
    stage: 'full',
    administrator: { id: 'benchmark', ...ADMINISTRATOR },
  } as const;
  const origin = { requestId: 'benchmark', ipAddress: '192.0.2.1', userAgent: 'Benchmark' };
  return async (userIndex) => {
    const user = users[userIndex % users.length];
    if (user === undefined) throw new Error('there are no users');
    changes++;
    await settings.update(
      session,
      { id: user.id, settings: { maxMerchants: changes }, ifMatch: undefined },
      { transaction: database.transaction },
      origin,
    );
  };
}

async function compareChanges(audited: ChangeSettings, unaudited: ChangeSettings): Promise<number> {
  const times = { audited: [] as number[], unaudited: [] as number[] };
  for (let done = 0; done <= ROUNDS; done++) {
    for (const [name, change] of [
      ['unaudited', unaudited],
      ['audited', audited],
    ] as const) {
      const startedAt = performance.now();
      for (let user = 0; user < CHANGES_PER_ROUND; user++) await change(user);
      if (done > 0) times[name].push((performance.now() - startedAt) / CHANGES_PER_ROUND);
    }
  }
  printTable(`A change of a user's settings, median of ${ROUNDS} rounds of ${CHANGES_PER_ROUND}`, [
    { change: 'floor: without audit', ms: round(median(times.unaudited)) },
    { change: 'audited', ms: round(median(times.audited)) },
  ]);
  return median(times.audited.map((ms, at) => ms / (times.unaudited[at] ?? Number.NaN)));
}

/** Makes many concurrent changes, and counts entries that are missing or do not follow their predecessor. */
async function countFlaws(database: Database, change: ChangeSettings, inbox: AuditInbox): Promise<number> {
  const before = await headOf(database);
  const outcomes = await Promise.allSettled(Array.from({ length: PARALLEL }, (_, user) => change(user)));
  const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
  await inbox.linkAll();
  // A change times out after 3 s of waiting for a connection, and must leave no trace.
  console.log(`  ${made} of ${PARALLEL} concurrent changes were made; any others timed out`);
  const missing = before + made - (await headOf(database));
  const { rows } = await database.query<{ flaws: number }>({
    text: `SELECT count(*) AS flaws FROM (SELECT sequence, previous_hash, lag(sequence) OVER numbered AS before,
        lag(hash) OVER numbered AS before_hash FROM audit_log WHERE sequence >= $1 WINDOW numbered AS (ORDER BY sequence))
      AS entries WHERE sequence > $1 AND (sequence <> before + 1 OR previous_hash <> before_hash)`,
    values: [before + 1],
  });
  return Math.abs(missing) + (rows[0]?.flaws ?? Number.NaN);
}

async function headOf(database: Database): Promise<number> {
  const { sequence } = await database.reader
    .selectFrom('audit_head')
    .select('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

async function feedEntries(address: string, token: string): Promise<number> {
  const batches = Array.from({ length: BATCHES }, () => JSON.stringify({ entries: batchOfEntries() }));
  const startedAt = performance.now();
  for (const body of batches) {
    const response = await fetch(`${address}${PLATFORM_API}/audit-logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    if (!response.ok) throw new Error(`the feed returned ${response.status}: ${await response.text()}`);
  }
  return (BATCHES * BATCH_SIZE * 1_000) / (performance.now() - startedAt);
}

function batchOfEntries(): readonly object[] {
  return Array.from({ length: BATCH_SIZE }, (_, number) => ({
    uuid: crypto.randomUUID(),
    action: 'order.refund',
    actionCategory: 'merchant_management',
    description: `Order ${number} refunded`,
    status: 'success',
    actor: { type: 'user', id: crypto.randomUUID(), email: `user${number}@example.com` },
    resource: { type: 'merchant', id: crypto.randomUUID(), identifier: 'A shop' },
    requestId: crypto.randomUUID(),
    ipAddress: '192.0.2.1',
    userAgent: 'Till/1.0',
    metadata: { reason: 'Requested by the customer', order: number },
    changes: { status: { before: 'paid', after: 'refunded' } },
    occurredAt: new Date().toISOString(),
  }));
}
