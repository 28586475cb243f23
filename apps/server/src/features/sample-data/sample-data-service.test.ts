import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
import { ledgerOf, type SampleLedger, sampleLedger, unitsOf } from '../../../test/sample-ledger.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { connectPlatform } from '../../../test/test-platform.ts';
import { sampleDataPartsOf } from '../../../test/test-sample-data.ts';
import { verifyAuditLog } from '../../infra/audit/verification/verify-audit-log.ts';
import { createSampleData } from './sample-data.ts';
import type { SampleDataParts, SampleFeed } from './sample-data-parts.ts';
import { ensureSampleData, hasSampleData } from './sample-data-service.ts';

const SLOW_MS = 240_000;
const SEED = 7;
const FEW_ORDERS = 2_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test: TestApplication;
let parts: SampleDataParts;

beforeEach(async () => {
  test = await startTestApplication();
  parts = sampleDataPartsOf(test);
});
afterEach(async () => await test.close());

interface Sent {
  readonly kind: string;
  readonly created: number;
  readonly updated: number;
}

/** Returns parts that record the sent batches and fail after `most` of them. */
function recording(most = Number.POSITIVE_INFINITY) {
  const sent: Sent[] = [];
  const openFeed: SampleDataParts['openFeed'] = (appendAudit) =>
    mapFeed(parts.openFeed(appendAudit), async (kind, receipt) => {
      if (sent.length >= most) throw new Error('the power went out');
      const { created, updated } = (await receipt()) as Sent;
      sent.push({ kind, created, updated });
    });
  return { sent, parts: { ...parts, seed: SEED, openFeed } };
}

/** Runs `around` instead of each batch. */
function mapFeed(
  feed: SampleFeed,
  around: (kind: string, take: () => Promise<unknown>) => Promise<void>,
): SampleFeed {
  const takes = Object.entries(feed).map(([kind, take]) => [
    kind,
    async (...batch: Parameters<typeof take>) => await around(kind, async () => await take(...batch)),
  ]);
  return Object.fromEntries(takes) as SampleFeed;
}

async function count(
  table:
    | 'users'
    | 'merchants'
    | 'orders'
    | 'user_credentials'
    | 'invitations'
    | 'wallets'
    | 'wallet_transactions',
): Promise<number> {
  const { rows } = await test.database.query<{ count: number }>({ text: `SELECT count(*) FROM ${table}` });
  return rows[0]?.count ?? 0;
}

async function readLedger(): Promise<SampleLedger> {
  const { rows } = await test.database.query<{ key: string; balance: string; in_flight: string }>({
    text: `SELECT uuid || ' ' || symbol AS key, balance, in_flight
      FROM wallet_ledger JOIN wallets ON wallets.id = wallet_id`,
  });
  return ledgerOf(rows.map(({ key, balance, in_flight }) => [key, unitsOf(balance), unitsOf(in_flight)]));
}

async function readAudit() {
  return await test.database.reader
    .selectFrom('audit_log')
    .select(['action', 'actor_type', 'actor_email', 'created_at', 'metadata', 'changes'])
    .orderBy('sequence')
    .execute();
}

// @spec D.157, O.10
it('ensureSampleData loads the data once through the platform feed', { timeout: SLOW_MS }, async () => {
  const first = recording();
  const shares: number[] = [];
  await ensureSampleData({ ...first.parts, onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
  expect(first.sent.length).toBeLessThan(60);
  expect(await count('users')).toBeGreaterThanOrEqual(400);
  expect(await count('merchants')).toBeGreaterThanOrEqual(300);
  expect(await count('orders')).toBeGreaterThanOrEqual(20_000);
  expect(await count('user_credentials')).toBeGreaterThan(200);
  expect(await count('invitations')).toBeGreaterThan(40);
  expect(await count('wallets')).toBeGreaterThanOrEqual(2_008);
  expect(await count('wallet_transactions')).toBeGreaterThanOrEqual(50_000);
  const ledger = await readLedger();
  expect(ledger).toEqual(sampleLedger(createSampleData(SEED, new Date(test.clock.now))));
  expect(Object.values(ledger).filter(({ balance }) => balance < 0n)).toEqual([]);
  expect(await keptTotalDifferences(test)).toEqual([]);

  const second = recording();
  await ensureSampleData(second.parts);
  expect(second.sent).toEqual([]);
});

it('ensureSampleData writes a history of 90 days by several administrators', {
  timeout: SLOW_MS,
}, async () => {
  await ensureSampleData({ ...parts, orderCount: FEW_ORDERS });
  const entries = await readAudit();
  const times = entries.map(({ created_at }) => created_at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[0]).toBe(test.clock.now - 90 * DAY_MS);
  expect(times.at(-1)).toBe(test.clock.now);
  const ofAdministrators = entries.filter(({ actor_type }) => actor_type === 'admin');
  expect(new Set(ofAdministrators.map(({ actor_email }) => actor_email)).size).toBeGreaterThanOrEqual(3);
  const days = new Set(ofAdministrators.map(({ created_at }) => created_at.toISOString().slice(0, 10)));
  expect(days.size).toBeGreaterThan(55);
  const lastHour = ofAdministrators.filter(
    ({ created_at }) => created_at.getTime() > test.clock.now - HOUR_MS,
  );
  expect(lastHour.length).toBeGreaterThan(4);
  expect(entries.filter(({ action }) => action.startsWith('platform_feed.')).length).toBeLessThan(60);
  for (const action of [
    'auth.login',
    'two_factor.verify',
    'invitation.create',
    'invitation.accept',
    'invitation.revoke',
    'user.block',
    'user.unblock',
    'user.settings_update',
    'wallet.backup',
    'export.finish',
  ]) {
    expect(ofKind(entries, action), action).not.toEqual([]);
  }
  expect(await verifyAuditLog(test)).toMatchObject({ first: 1, last: entries.length, fault: undefined });
});

it('the history of sample data ends in the records that are shown', { timeout: SLOW_MS }, async () => {
  await ensureSampleData({ ...parts, orderCount: FEW_ORDERS });
  const { rows } = await test.database.query({
    text: `SELECT audit_log.id FROM audit_log JOIN users ON users.id::text = resource_id
      WHERE action = 'user.settings_update'
        AND (changes #>> '{serviceFeeRate,after}')::numeric IS DISTINCT FROM service_fee_rate
      UNION ALL SELECT audit_log.id FROM audit_log JOIN users ON users.id::text = resource_id
      WHERE action = 'user.block' AND blocked_at IS NOT NULL
        AND ((changes #>> '{blockedAt,after}')::timestamptz, changes #>> '{blockedReason,after}')
          IS DISTINCT FROM (blocked_at, blocked_reason)
      UNION ALL SELECT audit_log.id FROM audit_log JOIN users ON users.id::text = resource_id
      WHERE action = 'user.block' AND (metadata ->> 'openOrders' IS NULL OR (metadata ->> 'merchants')::integer
        IS DISTINCT FROM (SELECT count(*)::integer FROM merchants WHERE user_id = users.id
          AND merchants.created_at <= audit_log.created_at
          AND coalesce(merchants.deleted_at > audit_log.created_at, true)))
      UNION ALL SELECT audit_log.id FROM audit_log LEFT JOIN wallets ON wallets.id::text = resource_id
      WHERE action = 'wallet.backup' AND (backup_count IS DISTINCT FROM 1 OR last_backup_at <> audit_log.created_at)`,
  });
  expect(rows).toEqual([]);
});

it('ensureSampleData creates neither accounts nor service keys', { timeout: SLOW_MS }, async () => {
  await ensureSampleData({ ...parts, orderCount: FEW_ORDERS });
  expect(await test.database.reader.selectFrom('administrators').select('id').execute()).toEqual([]);
  expect(await test.database.reader.selectFrom('service_keys').select('id').execute()).toEqual([]);
});

it('ensureSampleData writes no history into a log that has entries', { timeout: SLOW_MS }, async () => {
  await connectPlatform(test);
  await ensureSampleData({ ...parts, orderCount: FEW_ORDERS });
  const entries = await readAudit();
  expect(entries.filter(({ actor_type }) => actor_type === 'admin')).toEqual([]);
  expect(entries.filter(({ created_at }) => created_at.getTime() !== test.clock.now)).toEqual([]);
});

it('ensureSampleData resumes an interrupted load at the next start', { timeout: SLOW_MS }, async () => {
  const orderCount = FEW_ORDERS;
  expect(await hasSampleData(test.database.reader)).toBe(false);
  const broken = recording(9);
  await expect(ensureSampleData({ ...broken.parts, orderCount })).rejects.toThrow('the power went out');
  expect(await hasSampleData(test.database.reader)).toBe(true);
  const ordersBefore = await count('orders');
  expect(ordersBefore).toBeGreaterThan(1_000);

  test.clock.now += 3 * DAY_MS;
  const resumed = recording();
  await ensureSampleData({ ...resumed.parts, orderCount });
  expect(resumed.sent.slice(0, 9).every(({ created, updated }) => created + updated === 0)).toBe(true);
  const changing = resumed.sent.filter(({ updated }) => updated > 0).map(({ kind }) => kind);
  expect(changing).toEqual(['locks']);
  expect(await count('orders')).toBeGreaterThan(ordersBefore);
  expect(await count('wallet_transactions')).toBeGreaterThan(2 * FEW_ORDERS);
  const entries = await readAudit();
  const times = entries.map(({ created_at }) => created_at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(ofKind(entries, 'administrator.create')).toHaveLength(4);
});

it('ensureSampleData loads the data once if two processes start together', { timeout: SLOW_MS }, async () => {
  // Each waits for the other's batches, at most as long as the product waits for a lock.
  const few = { ...parts, orderCount: 200 };
  await Promise.all([ensureSampleData(few), ensureSampleData(few)]);
  const entries = await readAudit();
  expect(ofKind(entries, 'sample_data.load')).toMatchObject([
    { actor_type: 'system', metadata: { orders: await count('orders') } },
  ]);
  expect(ofKind(entries, 'administrator.create')).toHaveLength(4);
});

it('ensureSampleData reports the error of a feed that rejects a batch', { timeout: SLOW_MS }, async () => {
  const openFeed: SampleDataParts['openFeed'] = (appendAudit) => ({
    ...parts.openFeed(appendAudit),
    users: () => Promise.reject(new Error('the batch was rejected')),
  });
  await expect(ensureSampleData({ ...parts, openFeed, orderCount: FEW_ORDERS })).rejects.toThrow(
    'the batch was rejected',
  );
});

function ofKind<Entry extends { readonly action: string }>(
  entries: readonly Entry[],
  action: string,
): Entry[] {
  return entries.filter((entry) => entry.action === action);
}
