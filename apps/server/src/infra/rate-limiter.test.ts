import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { whileReadOnly } from '../../test/read-only-database.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { DatabaseWaits, withDatabaseWaits } from './db/database-waits.ts';
import { RateLimiter, type RateVerdict } from './rate-limiter.ts';

const LIMITS = [
  ['claimed one by one', { calls: 3, windowSeconds: 60 }],
  ['claimed in parts', { calls: 30, windowSeconds: 60 }],
] as const;

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await createTestDatabase();
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => await scratch.drop());

const used = async (key: string) =>
  (
    await scratch.database.query({
      text: 'SELECT used FROM rate_limit_windows WHERE key = $1',
      values: [key],
    })
  ).rows;

describe.each(LIMITS)('RateLimiter with a read-only database, limit %s', (_, limit) => {
  const key = `of ${limit.calls}`;

  it('counts in memory for reads only', async () => {
    const limiter = new RateLimiter(scratch.database, 1);
    await whileReadOnly(scratch, async () => {
      await expect(limiter.take(key, limit)).rejects.toMatchObject({ code: '25006' });
      for (let call = 0; call < limit.calls; call++) {
        expect(await limiter.takeToRead(key, limit)).toEqual({ allowed: true });
      }
      const refused = await limiter.takeToRead(key, limit);
      expect(refused).toMatchObject({ allowed: false });
      expect(refused.allowed || refused.retryAfterSeconds).toBeGreaterThan(30);
      expect(refused.allowed || refused.retryAfterSeconds).toBeLessThanOrEqual(60);
      expect(await limiter.takeToRead(`another ${key}`, limit)).toEqual({ allowed: true });
      await expect(limiter.take(key, limit)).rejects.toMatchObject({ code: '25006' });
    });
    expect(await used(key)).toEqual([]);
    expect(await limiter.takeToRead(key, limit)).toEqual({ allowed: true });
    expect(await used(key)).toEqual([{ used: 1 }]);
  });
});

describe('RateLimiter.takeToRead', () => {
  const [, limit] = LIMITS[0];
  const take = async (failure: Error) => {
    const database = { ...scratch.database, prepared: () => Promise.reject(failure) };
    return await new RateLimiter(database, 1).takeToRead('key', limit);
  };

  it.each(['25006', '53100', '58030'])('counts in memory after SQLSTATE %s', async (code) => {
    expect(await take(Object.assign(new Error('not written'), { code }))).toEqual({ allowed: true });
  });

  it.each(['ECONNREFUSED', '57P01', '57014', '55P03', '53300', '42501'])('throws after %s', async (code) => {
    const failure = Object.assign(new Error('no answer'), { code });
    await expect(take(failure)).rejects.toBe(failure);
  });
});

it('RateLimiter counts the wait for a claim of another request', async () => {
  const limiter = new RateLimiter(scratch.database, 1);
  const take = async () => await limiter.take('shared claim', { calls: 30, windowSeconds: 60 });
  const [first, second] = [new DatabaseWaits(), new DatabaseWaits()];
  vi.useFakeTimers({ toFake: ['performance'] });
  const taken = [withDatabaseWaits(first, take), withDatabaseWaits(second, take)];
  vi.advanceTimersByTime(1_000);
  await Promise.all(taken);
  expect([first.waitedMs, second.waitedMs]).toEqual([1_000, 1_000]);
});

describe('RateLimiter in several processes', () => {
  const limit = { calls: 300, windowSeconds: 60 };

  /** Calls until one is refused, and returns the number of calls before it. */
  async function callUntilRefused(key: string, next: () => Promise<RateLimiter>): Promise<number> {
    for (let calls = 0; ; calls++) {
      const limiter = await next();
      if (!(await limiter.take(key, limit)).allowed) return calls;
    }
  }

  it('lets 12 processes in turns use nine tenths of a limit or more, and never more than the limit', async () => {
    const limiters = Array.from({ length: 12 }, () => new RateLimiter(scratch.database, 1));
    let turn = 0;
    const calls = await callUntilRefused('in turns', async () => limiters[turn++ % 12] as RateLimiter);
    expect(calls).toBeGreaterThanOrEqual(270);
    expect(calls).toBeLessThanOrEqual(300);
  });

  it('never allows more than a limit to concurrent calls in 12 processes', async () => {
    const limiters = Array.from({ length: 12 }, () => new RateLimiter(scratch.database, 1));
    const verdicts = await Promise.all(
      Array.from({ length: 600 }, (_, call) => limiters[call % 12]?.take('concurrent', limit)),
    );
    const allowed = verdicts.filter((verdict) => verdict?.allowed).length;
    expect(allowed).toBeGreaterThanOrEqual(270);
    expect(allowed).toBeLessThanOrEqual(300);
  });

  it('loses no calls in 30 restarts', async () => {
    let limiter = new RateLimiter(scratch.database, 1);
    let calls = 0;
    const used = await callUntilRefused('restarts', async () => {
      if (calls++ % 10 === 9) {
        await limiter.giveBack();
        limiter = new RateLimiter(scratch.database, 1);
      }
      return limiter;
    });
    expect(used).toBe(300);
  });

  it('loses at most as many calls as were made in processes that were killed', async () => {
    let limiter = new RateLimiter(scratch.database, 1);
    let calls = 0;
    const used = await callUntilRefused('kills', async () => {
      if (calls++ % 10 === 9) limiter = new RateLimiter(scratch.database, 1);
      return limiter;
    });
    expect(used).toBeGreaterThanOrEqual(150);
  });
});

describe('RateLimiter.takeWithin', () => {
  const limit = { calls: 2, windowSeconds: 60 };
  const NOT_NOW = new Error('not now');
  const take = async (key: string, factor = 1, isKept = true) => {
    let verdict: RateVerdict | undefined;
    const work = scratch.database.transaction(async (transaction) => {
      verdict = await new RateLimiter(scratch.database, factor).takeWithin(transaction, key, limit);
      if (!isKept) throw NOT_NOW;
    });
    await work.catch((error: unknown) => expect(error).toBe(NOT_NOW));
    return verdict;
  };

  it('counts a call only if the transaction commits', async () => {
    const key = 'rolled back';
    for (let call = 0; call < 5; call++) expect(await take(key, 1, false)).toEqual({ allowed: true });
    expect(await used(key)).toEqual([]);
    for (let call = 0; call < 2; call++) expect(await take(key)).toEqual({ allowed: true });
    const refused = await take(key, 1, false);
    expect(refused?.allowed || refused?.retryAfterSeconds).toBeGreaterThan(30);
    expect(await used(key)).toEqual([{ used: 2 }]);
  });

  it('applies the factor and claims calls one by one', async () => {
    const key = 'multiplied';
    for (let call = 0; call < 20; call++) expect(await take(key, 10)).toEqual({ allowed: true });
    expect(await take(key, 10)).toMatchObject({ allowed: false });
    expect(await used(key)).toEqual([{ used: 21 }]);
  });

  it('allows no more than the limit for twenty concurrent calls', async () => {
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => take('at once')));
    expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(2);
  });

  it('starts a new window after the old one ends', async () => {
    const key = 'over';
    for (let call = 0; call < 3; call++) await take(key);
    await scratch.database.query({
      text: `UPDATE rate_limit_windows SET started_at = started_at - interval '61 seconds' WHERE key = $1`,
      values: [key],
    });
    expect(await take(key)).toEqual({ allowed: true });
    expect(await used(key)).toEqual([{ used: 1 }]);
  });
});
