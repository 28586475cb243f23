import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clockSkew, noteServerTime, readAtServerTime, serverNow, serverTime } from './server-time.ts';

const HOUR = 3_600_000;
const httpDate = (offset: number) => new Date(Date.now() + offset).toUTCString();
const headersWith = (date: string | null) => new Headers(date === null ? {} : { date });
const answer = (offset: number) => noteServerTime(headersWith(httpDate(offset)), Date.now());
const distanceTo = (time: number) => Math.abs(serverNow().getTime() - time);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clockSkew.set(0);
});
afterEach(() => void vi.useRealTimers());

it.each([26 * HOUR, -26 * HOUR, 8 * 24 * HOUR, -90_000])(
  'learns that the server is %i ms ahead of the browser',
  (offset) => {
    answer(offset);
    expect(distanceTo(Date.now() + offset)).toBeLessThan(2_000);
    expect(serverTime(0).getTime()).toBe(clockSkew.get());
  },
);

it('uses the browser clock if it agrees with the server, and again once it was corrected', () => {
  answer(1_000);
  expect(clockSkew.get()).toBe(0);
  answer(-26 * HOUR);
  answer(0);
  expect(clockSkew.get()).toBe(0);
});

it('does not follow the jitter of later answers', () => {
  answer(26 * HOUR);
  const first = clockSkew.get();
  answer(26 * HOUR + 2_000);
  expect(clockSkew.get()).toBe(first);
});

it.each([null, '', 'yesterday'])('ignores the date %j', (date) => {
  noteServerTime(headersWith(date), Date.now());
  expect(clockSkew.get()).toBe(0);
});

it('ignores the old date of an answer from a cache', () => {
  noteServerTime(new Headers({ date: httpDate(-HOUR), age: '3600' }), Date.now());
  expect(clockSkew.get()).toBe(0);
});

it('ignores an answer from before the computer slept', () => {
  noteServerTime(headersWith(httpDate(-HOUR)), Date.now() - HOUR);
  expect(clockSkew.get()).toBe(0);
});

it('repeats a request if its answer shows that the time was wrong', async () => {
  const read = vi.fn(async (now: Date) => {
    answer(26 * HOUR);
    return now;
  });
  const now = await readAtServerTime(read);
  expect(read).toHaveBeenCalledTimes(2);
  expect(Math.abs(now.getTime() - Date.now() - 26 * HOUR)).toBeLessThan(2_000);
  await readAtServerTime(read);
  expect(read).toHaveBeenCalledTimes(3);
});
