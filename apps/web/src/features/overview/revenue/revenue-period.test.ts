import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { customSeries } from './revenue-period.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [
    { from: '2026-03-01', to: '2026-03-01' },
    'day',
    { within: 'on 2026-03-01 (UTC)', shortWithin: 'in 1 day', before: 'vs. previous day' },
    ['', ' (to date)'],
  ],
  [
    { from: '2025-01-15', to: '2025-02-10' },
    'day',
    {
      within: 'from 2025-01-15 to 2025-02-10 (UTC)',
      shortWithin: 'in 27 days',
      before: 'vs. previous 27 days',
    },
    ['', ''],
  ],
  [
    { from: '2025-01-15', to: '2025-06-20' },
    'month',
    { shortWithin: 'in 157 days' },
    [' (from 2025-01-15)', ' (to 2025-06-20)'],
  ],
  [{ from: '2025-01-01', to: '2025-06-30' }, 'month', { shortWithin: 'in 181 days' }, ['', '']],
] as const)('customSeries names %j by %s, and its incomplete months', (days, step, labels, [first, last]) => {
  const custom = customSeries(days);
  expect(custom?.query).toEqual(days);
  expect(custom?.labelsOf(step)).toMatchObject({ ...labels, first, last });
});

it.each([
  [{ from: '2026-02-02', to: '2026-02-01' }],
  [{ from: '2026-02-02', to: '2026-03-02' }],
  [{ from: 7, to: undefined }],
])('customSeries refuses %j', (days) => {
  expect(customSeries(days)).toBeUndefined();
});
