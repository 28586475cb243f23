import { expect, it } from 'vitest';
import { spanOf } from './series-span.ts';

const LONG_AGO = '2001-01-01';

it('spanOf compares the last 30 days, including today, with the 30 days before', () => {
  expect(spanOf('30d', '2026-03-01', LONG_AGO)).toEqual({
    step: 'day',
    from: '2026-01-31',
    to: '2026-03-01',
    isOpen: false,
    before: { from: '2026-01-01', to: '2026-01-30' },
  });
});

it.each([
  ['2026-03-11', '2025-04-01', { from: '2024-04-01', to: '2025-03-11' }],
  ['2026-12-31', '2026-01-01', { from: '2025-01-01', to: '2025-12-31' }],
  ['2028-02-29', '2027-03-01', { from: '2026-03-01', to: '2027-02-28' }],
])('spanOf compares the 12 months up to %s with the same days a year earlier', (today, from, before) => {
  expect(spanOf('12m', today, LONG_AGO)).toEqual({ step: 'month', from, to: today, isOpen: false, before });
});

it.each([
  ['30d', '2026-01-01', '2026-01-02'],
  ['12m', '2024-04-01', '2024-04-02'],
] as const)('spanOf(%s) has no previous period without records that old', (range, enough, late) => {
  const today = '2026-03-01';
  expect(spanOf(range, today, enough).before?.from).toBe(enough);
  expect(spanOf(range, today, late).before).toBeNull();
  expect(spanOf(range, today, undefined).before).toBeNull();
});

it('spanOf compares custom days with as many days before them', () => {
  expect(spanOf({ from: '2026-01-15', to: '2026-02-13' }, '2026-03-01', LONG_AGO)).toEqual({
    step: 'day',
    from: '2026-01-15',
    to: '2026-02-13',
    isOpen: false,
    before: { from: '2025-12-16', to: '2026-01-14' },
  });
});

it.each([
  ['2024-12-17', '2024-12-01'],
  [undefined, '2026-03-01'],
  ['2031-05-05', '2026-03-01'],
  ['2006-03-31', '2006-04-01'],
  ['0001-01-01', '2006-04-01'],
])('spanOf with records since %s starts all time at %s', (firstDay, from) => {
  expect(spanOf('all', '2026-03-15', firstDay)).toEqual({
    step: 'month',
    from,
    to: '2026-03-15',
    isOpen: true,
    before: null,
  });
});
