import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecordingLog } from '../../test/recording-log.ts';
import { repeat } from './repeat.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('runs housekeeping half a minute after the start, and then once per period', () => {
  const work = vi.fn(async () => undefined);
  const stop = repeat('count', 60, work, createRecordingLog().log);
  vi.advanceTimersByTime(29_999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * HOUR_MS);
  expect(work).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(HOUR_MS);
  expect(work).toHaveBeenCalledTimes(3);
});

it('does not run housekeeping that stopped within half a minute', () => {
  const work = vi.fn(async () => undefined);
  repeat('count', 60, work, createRecordingLog().log)();
  vi.advanceTimersByTime(HOUR_MS);
  expect(work).not.toHaveBeenCalled();
});

it('logs failed housekeeping and tries it again', async () => {
  const { log, lines } = createRecordingLog();
  const stop = repeat('fail', 60, async () => await Promise.reject(new Error('no database')), log);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  stop();
  expect(lines.map(({ fields }) => fields)).toEqual(
    Array.from({ length: 2 }, () => ({ err: new Error('no database'), work: 'fail' })),
  );
});
