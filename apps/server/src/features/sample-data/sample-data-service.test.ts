import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { sampleDataPartsOf } from '../../../test/test-sample-data.ts';
import { ensureSampleData, type SampleDataParts } from './sample-data-service.ts';

const SLOW_MS = 60_000;

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

/** The parts with a record of what was sent; the feed breaks down after `most` batches. */
function recording(most = Number.POSITIVE_INFINITY) {
  const sent: Sent[] = [];
  const send: SampleDataParts['send'] = async (path, body, token) => {
    if (sent.length >= most) throw new Error('the power went out');
    const answer = await parts.send(path, body, token);
    const { created = 0, updated = 0 } = answer.json as Partial<Sent>;
    sent.push({ path, created, updated });
    return answer;
  };
  return { sent, parts: { ...parts, send } };
}

async function count(
  table: 'users' | 'merchants' | 'orders' | 'user_credentials' | 'invitations',
): Promise<number> {
  const { rows } = await test.database.query<{ count: number }>({ text: `SELECT count(*) FROM ${table}` });
  return rows[0]?.count ?? 0;
}

async function readAudit() {
  const rows = await test.database.reader
    .selectFrom('audit_log')
    .select(['action', 'actor_type', 'metadata'])
    .orderBy('sequence')
    .execute();
  return rows;
}

it('comes once through the platform feed, with a key that is revoked afterwards', {
  timeout: SLOW_MS,
}, async () => {
  const first = recording();
  await ensureSampleData(first.parts);
  expect(await count('users')).toBeGreaterThanOrEqual(400);
  expect(await count('merchants')).toBeGreaterThanOrEqual(300);
  expect(await count('orders')).toBeGreaterThanOrEqual(20_000);
  expect(await count('user_credentials')).toBeGreaterThan(200);
  expect(await count('invitations')).toBeGreaterThan(40);

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

it('is completed by a later start when the first broke off', { timeout: SLOW_MS }, async () => {
  const broken = recording(59);
  await expect(ensureSampleData(broken.parts)).rejects.toThrow('the power went out');
  expect(await count('orders')).toBe(5_000);

  test.clock.now += 3 * 86_400_000;
  const resumed = recording();
  await ensureSampleData(resumed.parts);
  expect(resumed.sent.slice(0, 59).every(({ created, updated }) => created + updated === 0)).toBe(true);
  expect(resumed.sent.reduce((sum, { updated }) => sum + updated, 0)).toBe(0);
  expect(await count('orders')).toBeGreaterThanOrEqual(20_000);
  expect((await parts.keys.list()).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
});

it('is loaded once by two processes at once', { timeout: SLOW_MS }, async () => {
  await Promise.all([ensureSampleData(parts), ensureSampleData(parts)]);
  const loads = (await readAudit()).filter(({ action }) => action === 'sample_data.load');
  expect(loads).toMatchObject([{ actor_type: 'system', metadata: { orders: await count('orders') } }]);
  expect((await parts.keys.list()).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
});

it('says what the feed refused', { timeout: SLOW_MS }, async () => {
  const refused = { ...parts, send: async () => ({ status: 503, json: { status: 'unavailable' } }) };
  await expect(ensureSampleData(refused)).rejects.toThrow('503 {"status":"unavailable"}');
});
