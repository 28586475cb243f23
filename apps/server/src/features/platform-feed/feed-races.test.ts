import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  connectPlatform,
  type TestPlatform,
  testAuditEntry,
  testCredential,
  testMerchant,
  testOrder,
  testUser,
  uuidOf,
} from '../../../test/test-platform.ts';
import { startUserActs, type UserActs } from '../../../test/user-acts.ts';

let acts: UserActs;
/** Platform connection to a second server process. */
let elsewhere: TestPlatform;

beforeAll(async () => {
  acts = await startUserActs();
  elsewhere = await connectPlatform({ ...acts.test, app: await acts.test.createReplica() });
  await acts.platform.feed({
    users: Array.from({ length: 20 }, (_, index) => testUser(index + 1)),
    merchants: Array.from({ length: 20 }, (_, index) =>
      testMerchant(index + 1, { userUuid: uuidOf(index + 1) }),
    ),
  });
});
afterAll(async () => await acts.test.close());

const kinds = [
  ['orders', (user: number) => ({ orders: [testOrder(1_000 + user, { merchantUuid: uuidOf(user) })] })],
  ['merchants', (user: number) => ({ merchants: [testMerchant(1_000 + user, { userUuid: uuidOf(user) })] })],
  [
    'credentials',
    (user: number) => ({ credentials: [testCredential(1_000 + user, { userUuid: uuidOf(user) })] }),
  ],
] as const;

it.each(kinds)('the feed rejects a batch of %s that waited for a block to commit', async (kind, batch) => {
  const user = 1 + kinds.findIndex(([name]) => name === kind);
  // The block holds the user and waits for the session row when the batch arrives.
  await acts.platform.feed({ credentials: [testCredential(user, { userUuid: uuidOf(user) })] });
  const [block, answer] = await Promise.all(
    await acts.whileLocked(`SELECT FROM user_credentials WHERE id = '${uuidOf(user)}'`, async () => {
      const blocking = acts.block(user);
      await acts.untilWaiting(1);
      const sending = elsewhere.post(`/${kind}`, batch(user));
      await acts.untilWaiting(2);
      return [blocking, sending] as const;
    }),
  );
  expect(block?.status).toBe(204);
  expect(answer).toMatchObject({ status: 409, body: { status: 'user_blocked' } });
});

it.each(kinds)(
  'a block waits for a running batch of %s and ends the credentials that the batch created',
  async (kind, batch) => {
    const user = 4 + kinds.findIndex(([name]) => name === kind);
    // The batch holds its rows and waits for the note of the last batch of its kind.
    await elsewhere.post(`/${kind}`, batch(user + 10));
    const [answer, block] = await Promise.all(
      await acts.whileLocked(`SELECT FROM feed_batches WHERE kind = '${kind}'`, async () => {
        const sending = elsewhere.post(`/${kind}`, batch(user));
        await acts.untilWaiting(1);
        const blocking = acts.block(user);
        await acts.untilWaiting(2);
        return [sending, blocking] as const;
      }),
    );
    expect(answer?.status).toBe(200);
    expect(block?.status).toBe(204);
    expect((await acts.get(user, '/block-preview')).body.sessions).toBe(0);
    const again = await elsewhere.post(`/${kind}`, batch(user));
    expect(again.body).toEqual({ created: 0, updated: 0, unchanged: 1 });
  },
);

it.each([
  ['users', 'feed_batches', (number: number) => ({ users: [testUser(number)] })],
  ['audit-logs', 'audit_head', (number: number) => ({ entries: [testAuditEntry(number)] })],
] as const)(
  'the feed answers 503 to a batch of %s while a hundred wait, and stores those',
  async (kind, table, batch) => {
    await acts.platform.post(`/${kind}`, batch(300));
    const [refused, ...sent] = await acts.whileLocked(`SELECT FROM ${table}`, async () => {
      const sending = Array.from({ length: 102 }, (_, index) =>
        acts.platform.post(`/${kind}`, batch(100 + index)),
      );
      return [await Promise.race(sending), ...sending.map((answer) => [answer] as const)] as const;
    });
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': '3' },
      body: { status: 'unavailable', message: 'Too many batches at once. Please try again.' },
    });
    const answers = await Promise.all(sent.map(([answer]) => answer));
    expect(answers.filter(({ status, body }) => status === 200 && body.created === 1)).toHaveLength(101);
  },
);

// @spec 4.17
it('the feed rejects every batch sent after a block was confirmed', async () => {
  const user = 8;
  const order = (number: number) => testOrder(2_000 + number, { merchantUuid: uuidOf(user) });
  let blocked = false;
  const late: number[] = [];
  const send = async (from: number) => {
    for (let number = from; number < from + 25; number++) {
      const wasBlocked = blocked;
      const { status } = await (number % 2 ? elsewhere : acts.platform).post('/orders', {
        orders: [order(number)],
      });
      expect([200, 409]).toContain(status);
      if (wasBlocked && status === 200) late.push(number);
    }
  };
  const block = async () => {
    await acts.untilWaiting(1);
    expect((await acts.block(user)).status).toBe(204);
    blocked = true;
  };
  await Promise.all([send(0), send(100), send(200), block()]);
  expect(late).toEqual([]);
  expect((await acts.platform.post('/orders', { orders: [order(900)] })).status).toBe(409);
});

it('concurrent batches, blocks and settings of the same users keep totals correct', async () => {
  const users = Array.from({ length: 10 }, (_, index) => index + 10);
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, run) => {
      const order = run % 2 ? users : users.toReversed();
      const one = users[run % users.length] ?? 10;
      switch (run % 8) {
        case 0:
          return await elsewhere.post('/users', {
            users: order.map((n) =>
              testUser(n, { name: `Run ${run}`, createdAt: `2026-01-0${1 + (run % 9)}T00:00:00Z` }),
            ),
          });
        case 1:
          return await acts.platform.post('/merchants', {
            merchants: order.map((n) => testMerchant(n, { userUuid: uuidOf(users[(n + run) % 10] ?? 10) })),
          });
        case 2:
          return await elsewhere.post('/orders', {
            orders: order.map((n) => testOrder(3_000 + n + run * 100, { merchantUuid: uuidOf(n) })),
          });
        case 3:
          return await acts.platform.post('/credentials', {
            credentials: order.map((n) => testCredential(4_000 + n + run * 100, { userUuid: uuidOf(n) })),
          });
        case 4:
          return await acts.block(one, 'Fraud', acts.ben);
        case 5:
          return await acts.put(one, { maxMerchants: run, serviceFeeRate: run / 100 });
        case 6:
          return await acts.unblock(one);
        default:
          // New users on the day to which other batches move existing users.
          return await acts.platform.post('/users', { users: [testUser(5_000 + run)] });
      }
    }),
  );
  const documented = [200, 204, 409];
  expect(answers.filter(({ status }) => !documented.includes(status)).map(({ body }) => body)).toEqual([]);
  expect(await acts.totalDifferences()).toEqual([]);
});

it('a batch does not deadlock with a user created outside the feed in the same month', async () => {
  const { database } = acts.test;
  const bornOn = (number: number, day: string) =>
    testUser(number, { createdAt: `2026-07-${day}T00:00:00.000Z` });
  await acts.platform.feed({ users: [bornOn(6_001, '05'), bornOn(6_002, '20'), bornOn(6_003, '25')] });
  // Writes the same rows as redeeming an invitation.
  const createElsewhere = async () => {
    const { uuid: id, email, name, createdAt } = bornOn(6_006, '25');
    await database.transaction(async (transaction) => {
      await transaction
        .insertInto('users')
        .values({ id, email, email_key: email, name, created_at: createdAt })
        .execute();
    });
  };
  const batch = [
    { ...bornOn(6_001, '05'), deletedAt: '2026-08-01T00:00:00.000Z' },
    bornOn(6_004, '20'),
    bornOn(6_005, '25'),
  ];
  // The batch has counted its deletion and waits for the day row of its first new user.
  const [answer] = await Promise.all(
    await acts.whileLocked(`SELECT FROM list_days WHERE list = 'users' AND day = '2026-07-20'`, async () => {
      const sending = acts.platform.post('/users', { users: batch });
      await acts.untilWaiting(1);
      return [sending, createElsewhere()] as const;
    }),
  );
  expect(answer?.status).toBe(200);
  expect(await acts.totalDifferences()).toEqual([]);
});
