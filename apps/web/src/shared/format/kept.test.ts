import { expect, it, vi } from 'vitest';
import { kept } from './kept.ts';

it('is made once of every key, none among them', () => {
  const make = vi.fn((key: string | undefined) => ({ of: key }));
  const of = kept(make);
  expect(make).not.toHaveBeenCalled();
  expect(of('UTC')).toEqual({ of: 'UTC' });
  expect(of('UTC')).toBe(of('UTC'));
  expect(of(undefined)).toBe(of(undefined));
  expect(make).toHaveBeenCalledTimes(2);
});
