import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  privateKeyOf,
  type TestPlatform,
  testCredential,
  testMerchant,
  testOrder,
  testTransaction,
  testUser,
  testWallet,
  testWalletLock,
  uuidOf,
} from '../../../test/test-platform.ts';

let test: TestApplication;
let platform: TestPlatform;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  await platform.feed({ users: [testUser(1)], merchants: [testMerchant(1)], wallets: [testWallet(1)] });
});
afterAll(async () => await test.close());

const GOOD_ITEMS = {
  users: testUser(2, {
    profileImageUrl: 'https://example.com/a.png',
    deletedAt: null,
    initial: {
      serviceFeeRate: '0.01',
      maxMerchants: 1,
      blocked: { at: '2026-01-01T00:00:00Z', reason: 'Fraud' },
    },
  }),
  merchants: testMerchant(2, { userUuid: uuidOf(1), deletedAt: '2026-01-04T00:00:00Z' }),
  orders: testOrder(2, { status: 'paid', paidAt: '2026-01-03T01:00:00Z' }),
  credentials: testCredential(2, { endedAt: '2026-01-04T00:00:00Z' }),
  wallets: testWallet(2, { privateKey: privateKeyOf(2) }),
  locks: testWalletLock(),
  transactions: testTransaction(2, { networkFee: '0.001' }),
} as const;

const KINDS = ['users', 'merchants', 'orders', 'credentials', 'wallets', 'locks', 'transactions'] as const;
const pathOf = (kind: string) => `/${kind.replace(/^(locks|transactions)$/, 'wallet-$1')}`;

/** Values that often break servers: wrong types, limits of SQL types, odd text. */
const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    '%_\\',
    "'; DROP TABLE users; --",
    'NaN',
    'Infinity',
    '-1',
    '1e400',
    '0'.repeat(60),
    '9'.repeat(57),
    `0.${'9'.repeat(19)}`,
    '1.0001',
    -1,
    0.5,
    2 ** 31,
    2 ** 53,
    1e308,
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999-23:59',
    '0001-01-01T00:00:00+23:59',
    '2026-06-30T23:59:60Z',
    '2026-01-01',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    uuidOf(1).toUpperCase(),
    `${'a'.repeat(250)}@example.com`,
    'a@b.c\u0000',
    [],
    {},
    null,
    true,
  ),
);

/** Returns the paths of nested values, such as `['initial', 'blocked', 'at']`. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner).map((rest) => [key, ...rest]),
  ]);
}

function withValue(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof target !== 'object' || target === null) return target;
  const entries: Record<string, unknown> = { ...target };
  entries[key] = withValue(entries[key], rest, value);
  return entries;
}

const mutatedBatch = fc
  .constantFrom(...KINDS)
  .chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      changes: fc.array(
        fc.record({
          path: fc.oneof(
            { weight: 8, arbitrary: fc.constantFrom(...pathsOf(GOOD_ITEMS[kind])) },
            { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((key) => [key]) },
            { weight: 1, arbitrary: fc.constant([]) },
          ),
          value: oddValue,
        }),
        { minLength: 1, maxLength: 3 },
      ),
      repeated: fc.boolean(),
    }),
  )
  .map(({ kind, changes, repeated }) => {
    const item = changes.reduce<unknown>(
      (changed, { path, value }) => withValue(changed, path, value),
      GOOD_ITEMS[kind],
    );
    return { kind, payload: { [kind]: repeated ? [item, item] : [item] } };
  });

function isExplained(body: { errors?: { field: string }[] }): boolean {
  return (body.errors ?? []).length > 0 && (body.errors ?? []).every(({ field }) => field.length > 0);
}

it('the feed answers any batch content with 200 or with a 400 that names the field', async () => {
  await fc.assert(
    fc.asyncProperty(mutatedBatch, async ({ kind, payload }) => {
      const { status, body } = await platform.post(pathOf(kind), payload);
      if (status === 200) return;
      expect(status).toBe(400);
      expect(['validation_error', 'invalid_json']).toContain(body.status);
      if (body.status === 'validation_error') expect(isExplained(body)).toBe(true);
    }),
    { numRuns: 900 },
  );
});

it('the feed answers 400 to any body that is not a batch', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...KINDS),
      fc.oneof(
        oddValue,
        oddValue.map((value) => ({ users: value, merchants: value, orders: value })),
        fc.constant({ users: [testUser(1)], merchants: [testMerchant(1)], orders: [testOrder(1)] }),
      ),
      async (kind, payload) => {
        const { status } = await platform.post(pathOf(kind), payload);
        expect(status).toBe(400);
      },
    ),
    { numRuns: 200 },
  );
});

it.each([
  ['text/plain', '{"users":[]}', 415],
  ['application/json', '{"users":[', 400],
  ['application/json', `{"users":["${'a'.repeat(64 * 1024)}"]}`, 413],
  ['application/json', '{"users":[],"__proto__":{}}', 400],
  ['application/json', `${'['.repeat(30_000)}`, 400],
  ['application/json', '', 400],
])('the feed rejects an invalid body of type %s (%#)', async (contentType, payload, expected) => {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/platform/v1/users',
    headers: { authorization: `Bearer ${platform.key.token}`, 'content-type': contentType },
    payload,
  });
  expect(answer.statusCode).toBe(expected);
});
