import { expect, it, vi } from 'vitest';
import { memoize } from './memoize.ts';

it('memoize calls the function once per key, including undefined', () => {
  const make = vi.fn((key: string | undefined) => ({ of: key }));
  const of = memoize(make);
  expect(make).not.toHaveBeenCalled();
  expect(of('UTC')).toEqual({ of: 'UTC' });
  expect(of('UTC')).toBe(of('UTC'));
  expect(of(undefined)).toBe(of(undefined));
  expect(make).toHaveBeenCalledTimes(2);
});
