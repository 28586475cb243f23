import { feedWalletLocks } from '@halyard/contract/platform-feed-wallets';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
import { ledgerOf, type SampleLedger, sampleLedger, unitsOf } from '../../../test/sample-ledger.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { sampleDataPartsOf } from '../../../test/test-sample-data.ts';
import { createSampleData } from './sample-data.ts';
import { ensureSampleData, type SampleDataParts } from './sample-data-service.ts';

const SLOW_MS = 240_000;
const SEED = 7;
const FEW_ORDERS = 2_000;

let test: TestApplication;
let parts: SampleDataParts;

beforeEach(async () => {
  test = await startTestApplication();
  parts = sampleDataPartsOf(test);
});
afterEach(async () => await test.close());

interface Sent {
  readonly path: string;
  readonly created: number;
  readonly updated: number;
}

/** Returns parts that record the sent batches and fail after `most` of them. */
function recording(most = Number.POSITIVE_INFINITY) {
  const sent: Sent[] = [];
  const send: SampleDataParts['send'] = async (path, body, token) => {
    if (sent.length >= most) throw new Error('the power went out');
    const answer = await parts.send(path, body, token);
    const { created = 0, updated = 0 } = answer.json as Partial<Sent>;
    sent.push({ path, created, updated });
    return answer;
  };
  return { sent, parts: { ...parts, seed: SEED, send } };
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
  const rows = await test.database.reader
    .selectFrom('audit_log')
    .select(['action', 'actor_type', 'metadata'])
    .orderBy('sequence')
    .execute();
  return rows;
}

// @spec D.157, O.10
it('ensureSampleData loads the data once through the platform feed and revokes its key', {
  timeout: SLOW_MS,
}, async () => {
  const first = recording();
  const shares: number[] = [];
  await ensureSampleData({ ...first.parts, onProgress: (share) => shares.push(share) });
  expect(shares).toEqual(first.sent.map((_, sent, { length }) => (sent + 1) / length));
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

  const keys = await parts.keys.list();
  expect(keys).toMatchObject([{ name: 'Sample data', revokedAt: expect.any(Date) }]);
  const actions = (await readAudit()).map(({ action }) => action);
  expect(actions.at(0)).toBe('service_key.create');
  expect(actions.slice(1, -2).every((action) => action.startsWith('platform_feed.'))).toBe(true);
  expect(actions.slice(-2)).toEqual(['service_key.revoke', 'sample_data.load']);

  const second = recording();
  await ensureSampleData(second.parts);
  expect(second.sent).toEqual([]);
  expect(await parts.keys.list()).toHaveLength(1);
});

it('ensureSampleData resumes an interrupted load at the next start', { timeout: SLOW_MS }, async () => {
  const orderCount = FEW_ORDERS;
  const broken = recording(22);
  await expect(ensureSampleData({ ...broken.parts, orderCount })).rejects.toThrow('the power went out');
  const ordersBefore = await count('orders');
  expect(ordersBefore).toBeGreaterThan(1_000);

  test.clock.now += 3 * 86_400_000;
  const resumed = recording();
  await ensureSampleData({ ...resumed.parts, orderCount });
  expect(resumed.sent.slice(0, 22).every(({ created, updated }) => created + updated === 0)).toBe(true);
  const changing = resumed.sent.filter(({ updated }) => updated > 0).map(({ path }) => path);
  expect(changing).toEqual([feedWalletLocks.path]);
  expect(await count('orders')).toBeGreaterThan(ordersBefore);
  expect(await count('wallet_transactions')).toBeGreaterThan(2 * FEW_ORDERS);
  expect((await parts.keys.list()).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
});

it('ensureSampleData loads the data once if two processes start together', { timeout: SLOW_MS }, async () => {
  const few = { ...parts, orderCount: FEW_ORDERS };
  await Promise.all([ensureSampleData(few), ensureSampleData(few)]);
  const loads = (await readAudit()).filter(({ action }) => action === 'sample_data.load');
  expect(loads).toMatchObject([{ actor_type: 'system', metadata: { orders: await count('orders') } }]);
  expect((await parts.keys.list()).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
});

it('ensureSampleData reports the answer of a feed that rejects a batch', { timeout: SLOW_MS }, async () => {
  const refused = {
    ...parts,
    orderCount: FEW_ORDERS,
    send: async () => ({ status: 503, json: { status: 'unavailable' } }),
  };
  await expect(ensureSampleData(refused)).rejects.toThrow('503 {"status":"unavailable"}');
});
