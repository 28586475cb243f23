import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMerchant, testOrder, testUser, uuidOf } from '../../../test/test-platform.ts';
import { startUserActs, type UserActs } from '../../../test/user-acts.ts';

const DAY_MS = 86_400_000;

let acts: UserActs;

beforeAll(async () => {
  acts = await startUserActs();
  const deletedAt = '2026-02-01T00:00:00.000Z';
  await acts.platform.feed({
    users: [
      ...Array.from({ length: 9 }, (_, index) => testUser(index + 1)),
      testUser(20, { initial: { serviceFeeRate: '0.0125', maxMerchants: 3 } }),
      testUser(21, { deletedAt }),
    ],
  });
});
afterAll(async () => await acts.test.close());

const settingsOf = async (number: number) => (await acts.get(number, '/settings')).body;

describe('settings of a user', () => {
  // @spec 3.7, 5.31, 7.28
  it('returns the fee rate as a fraction and the maximum number of merchants', async () => {
    expect(await settingsOf(20)).toEqual({ serviceFeeRate: 0.0125, maxMerchants: 3 });
    expect(await settingsOf(1)).toEqual({ serviceFeeRate: 0.01, maxMerchants: -1 });
  });

  // @spec 7.29, D.118, D.133, D.140
  it('changes only the given settings and audits the previous values in one entry', async () => {
    const answer = await acts.put(1, { serviceFeeRate: 0.05 });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(await settingsOf(1)).toEqual({ serviceFeeRate: 0.05, maxMerchants: -1 });
    await acts.put(1, { maxMerchants: 4 });
    await acts.put(1, { serviceFeeRate: 1, maxMerchants: 0 }, acts.ben);
    expect(await settingsOf(1)).toEqual({ serviceFeeRate: 1, maxMerchants: 0 });

    expect(await acts.entriesOf(1)).toMatchObject([
      {
        action: 'user.settings_update',
        action_category: 'user_management',
        status: 'success',
        actor_type: 'admin',
        actor_email: 'ada@example.com',
        resource_identifier: 'user1@example.com',
        request_id: answer.headers['x-request-id'],
        ip_address: '192.0.2.1',
        metadata: null,
        changes: { serviceFeeRate: { before: '0.01', after: '0.05' } },
      },
      { changes: { maxMerchants: { before: -1, after: 4 } } },
      {
        actor_email: 'ben@example.com',
        changes: { serviceFeeRate: { before: '0.05', after: '1' }, maxMerchants: { before: 4, after: 0 } },
      },
    ]);
    expect((await acts.entriesOf(1))[0]?.changes).not.toHaveProperty('maxMerchants');
  });

  // @spec D.133
  it('neither writes nor audits unchanged settings', async () => {
    const row = async () =>
      (await acts.test.database.query({ text: 'SELECT xmin::text, ctid::text FROM users ORDER BY id' })).rows;
    const before = await row();
    for (const same of [
      {},
      { serviceFeeRate: 0.01 },
      { maxMerchants: -1 },
      { serviceFeeRate: 0.01, maxMerchants: -1 },
    ]) {
      expect((await acts.put(2, same)).status).toBe(204);
    }
    expect(await row()).toEqual(before);
    expect(await acts.entriesOf(2)).toEqual([]);
  });

  // @spec 9.19, D.131
  it.each([0, 1, 0.01, 0.005, 0.0001, 0.9999])('stores the rate %f exactly', async (rate) => {
    expect((await acts.put(3, { serviceFeeRate: rate })).status).toBe(204);
    expect(await settingsOf(3)).toMatchObject({ serviceFeeRate: rate });
  });

  // @spec 9.20
  it.each([-1, 0, 1, 2 ** 31 - 1])('accepts a maximum of %i merchants', async (maxMerchants) => {
    expect((await acts.put(3, { maxMerchants })).status).toBe(204);
    expect(await settingsOf(3)).toMatchObject({ maxMerchants });
  });

  // @spec 5.30, 5.32, 9.19, D.103, D.131, D.133
  it.each([
    ['{"serviceFeeRate":-0.01}', 'serviceFeeRate'],
    ['{"serviceFeeRate":1.01}', 'serviceFeeRate'],
    ['{"serviceFeeRate":1.0001}', 'serviceFeeRate'],
    ['{"serviceFeeRate":1e-9}', 'serviceFeeRate'],
    ['{"serviceFeeRate":0.00005}', 'serviceFeeRate'],
    ['{"serviceFeeRate":0.30000000000000004}', 'serviceFeeRate'],
    ['{"serviceFeeRate":"0.05"}', 'serviceFeeRate'],
    ['{"serviceFeeRate":"NaN"}', 'serviceFeeRate'],
    ['{"serviceFeeRate":null}', 'serviceFeeRate'],
    ['{"serviceFeeRate":true}', 'serviceFeeRate'],
    ['{"serviceFeeRate":[0.05]}', 'serviceFeeRate'],
    ['{"maxMerchants":-2}', 'maxMerchants'],
    ['{"maxMerchants":1.5}', 'maxMerchants'],
    ['{"maxMerchants":2147483648}', 'maxMerchants'],
    ['{"maxMerchants":"5"}', 'maxMerchants'],
    ['{"maxMerchants":true}', 'maxMerchants'],
    ['{"maxMerchants":null}', 'maxMerchants'],
    ['{"serviceFeeRate":0.05,"role":"admin"}', 'role'],
    ['{"maxMerchants":5,"blockedAt":null}', 'blockedAt'],
    ['{"uuid":"x"}', 'uuid'],
    ['[]', 'body'],
    ['null', 'body'],
  ])('rejects %s', async (payload, field) => {
    const before = await settingsOf(4);
    const answer = await acts.ada.send('PUT', `/users/${uuidOf(4)}/settings`, {
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.body).toMatchObject({ status: 'validation_error', errors: [{ field }] });
    expect(answer.status).toBe(400);
    expect(await settingsOf(4)).toEqual(before);
    expect(await acts.entriesOf(4)).toEqual([]);
  });

  it.each(['NaN', 'Infinity', '', '{"serviceFeeRate":}'])(
    'rejects a body that is not JSON: %j',
    async (payload) => {
      const headers = { 'content-type': 'application/json' };
      expect((await acts.ada.send('PUT', `/users/${uuidOf(4)}/settings`, { payload, headers })).status).toBe(
        400,
      );
    },
  );

  it('audits concurrent changes as a chain that ends at the saved settings', async () => {
    const rates = Array.from({ length: 20 }, (_, index) => (index + 1) / 100);
    const answers = await Promise.all(
      rates.map((serviceFeeRate, index) => acts.put(5, { serviceFeeRate }, index % 2 ? acts.ada : acts.ben)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204));
    const changes = (await acts.entriesOf(5)).map(({ changes: of }) => of?.['serviceFeeRate']);
    changes.reduce((before, change) => {
      expect(change?.before).toBe(before);
      return change?.after ?? '';
    }, '0.01' as unknown);
    expect(changes.map((change) => Number(change?.after)).sort((a, b) => a - b)).toEqual(
      rates.filter((rate) => rate !== 0.01 || changes.length === 20),
    );
    expect(await settingsOf(5)).toMatchObject({ serviceFeeRate: Number(changes.at(-1)?.after) });
  });

  it('applies a change once if it is sent twice at the same time', async () => {
    const answers = await Promise.all([acts.put(6, { maxMerchants: 9 }), acts.put(6, { maxMerchants: 9 })]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await acts.entriesOf(6)).toHaveLength(1);
  });
});

describe('versions of the settings of a user', () => {
  const etagOf = async (number: number) => (await acts.get(number, '/settings')).headers['etag'] as string;
  const save = async (number: number, settings: unknown, ifMatch: string, by = acts.ada) =>
    await acts.put(number, settings, by, { 'if-match': ifMatch });

  it('have an ETag that changes exactly with the values', async () => {
    const first = await etagOf(9);
    expect(first).toMatch(/^"[!#-~]+"$/);
    expect(await etagOf(9)).toBe(first);
    const saved = await save(9, { serviceFeeRate: 0.02 }, first);
    expect([saved.status, saved.headers['etag']]).toEqual([204, await etagOf(9)]);
    expect(await etagOf(9)).not.toBe(first);
    await acts.put(9, { maxMerchants: 5 });
    expect(await etagOf(9)).not.toBe(saved.headers['etag']);
  });

  it('answers 409 to a stale If-Match, with who changed what and when, and changes nothing', async () => {
    await acts.put(8, { serviceFeeRate: 0.05, maxMerchants: -1 });
    const stale = await etagOf(8);
    await save(8, { serviceFeeRate: 0.03 }, stale, acts.ben);
    await acts.put(8, { maxMerchants: 7 }, acts.ben);
    const answer = await save(8, { serviceFeeRate: 0.08 }, stale);
    const [, , last] = await acts.entriesOf(8);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        status: 'changed_meanwhile',
        message: 'ben@example.com has changed these settings in the meantime',
        change: {
          changedBy: 'ben@example.com',
          changedAt: last?.['created_at'] instanceof Date ? last['created_at'].toISOString() : 'no entry',
          changes: { serviceFeeRate: { before: 0.05, after: 0.03 }, maxMerchants: { before: -1, after: 7 } },
          etag: await etagOf(8),
        },
      },
    });
    expect(await settingsOf(8)).toEqual({ serviceFeeRate: 0.03, maxMerchants: 7 });
    expect(await acts.entriesOf(8)).toHaveLength(3);
    expect((await save(8, { serviceFeeRate: 0.08 }, answer.body.change.etag)).status).toBe(204);
    expect(await settingsOf(8)).toEqual({ serviceFeeRate: 0.08, maxMerchants: 7 });
  });

  it.each([
    ['the current ETag', (etag: string) => etag, 204],
    ['any version', () => '*', 204],
    ['a list with the current ETag', (etag: string) => `"x", ${etag}`, 204],
    ['an ETag that a proxy has weakened', (etag: string) => `W/${etag}`, 204],
    ['another ETag', () => '"x"', 409],
    ['text that is not an ETag', () => 'x', 409],
  ])('saves with an If-Match of %s only if it matches', async (_name, header, status) => {
    const rate = status === 204 ? 0.11 : 0.12;
    await acts.put(2, { serviceFeeRate: 0.1 });
    const answer = await save(2, { serviceFeeRate: rate }, header(await etagOf(2)));
    expect(answer.status).toBe(status);
    expect(await settingsOf(2)).toMatchObject({ serviceFeeRate: status === 204 ? rate : 0.1 });
  });

  it('accepts a stale If-Match if the values are already saved, such as in a retry', async () => {
    const stale = await etagOf(7);
    await save(7, { serviceFeeRate: 0.2 }, stale);
    expect((await save(7, { serviceFeeRate: 0.2 }, stale)).status).toBe(204);
    expect(await acts.entriesOf(7)).toHaveLength(1);
  });

  it('lets one of two concurrent saves of the same version through', async () => {
    const etag = await etagOf(6);
    const answers = await Promise.all([
      save(6, { serviceFeeRate: 0.31 }, etag),
      save(6, { serviceFeeRate: 0.32 }, etag, acts.ben),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('answers 404 to any If-Match for a deleted user', async () => {
    expect((await save(21, { serviceFeeRate: 0.2 }, '*')).status).toBe(404);
  });
});

describe('fee preview', () => {
  beforeAll(async () => {
    const now = acts.test.clock.now;
    const at = (days: number, ms = 0) => new Date(now - days * DAY_MS + ms).toISOString();
    const paid = (number: number, merchant: number, amountUsd: string, paidAt: string, rest = {}) =>
      testOrder(number, {
        merchantUuid: uuidOf(merchant),
        status: 'paid',
        amount: amountUsd,
        amountUsd,
        createdAt: paidAt,
        paidAt,
        ...rest,
      });
    await acts.platform.feed({
      merchants: [
        testMerchant(1, { userUuid: uuidOf(20) }),
        testMerchant(2, { userUuid: uuidOf(20), deletedAt: at(3) }),
        testMerchant(3, { userUuid: uuidOf(7) }),
      ],
      orders: [
        paid(1, 1, '1000.01', at(1)),
        paid(2, 2, '0.333333333333333333', at(30)),
        paid(3, 1, '9000', at(30, -1)),
        paid(4, 1, '9000', at(1), { testnet: true }),
        paid(5, 3, '9000', at(1)),
        paid(8, 1, '9000', at(1), { serviceFeeRate: '0.02' }),
        paid(9, 1, '9000', at(1), { serviceFee: '3' }),
        testOrder(6, { merchantUuid: uuidOf(1), amountUsd: '9000', createdAt: at(1) }),
        testOrder(7, { merchantUuid: uuidOf(1), status: 'expired', amountUsd: '9000', createdAt: at(1) }),
      ],
    });
  });

  it('returns the actual and projected fees of the last 30 days, without orders that have a fee of their own', async () => {
    // 1000.34333333... at 1.25 % is 12.5042916...
    expect((await acts.get(20, '/fee-preview?rate=0.05')).body).toEqual({
      days: 30,
      paidOrders: 2,
      earnedUsd: '12.50',
      wouldHaveEarnedUsd: '50.02',
    });
    expect((await acts.get(20, '/fee-preview?rate=0')).body).toMatchObject({ wouldHaveEarnedUsd: '0.00' });
    expect((await acts.get(20, '/fee-preview?rate=1.0')).body).toMatchObject({
      wouldHaveEarnedUsd: '1000.34',
    });
  });

  it('does not change earned fees if the rate changes later', async () => {
    await acts.put(20, { serviceFeeRate: 0.5 });
    expect((await acts.get(20, '/fee-preview?rate=0.5')).body).toMatchObject({
      earnedUsd: '12.50',
      wouldHaveEarnedUsd: '500.17',
    });
  });

  it('returns zero for a user without orders', async () => {
    expect((await acts.get(8, '/fee-preview?rate=0.05')).body).toEqual({
      days: 30,
      paidOrders: 0,
      earnedUsd: '0.00',
      wouldHaveEarnedUsd: '0.00',
    });
  });

  it.each([
    '',
    '?rate=',
    '?rate=-0.1',
    '?rate=1.01',
    '?rate=.5',
    '?rate=5e-2',
    '?rate=0.00005',
    '?rate=0&rate=1',
  ])('rejects %s', async (query) => {
    const { status, body } = await acts.get(20, `/fee-preview${query}`);
    expect([status, body.status]).toEqual([400, 'validation_error']);
  });
});
