import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRefetchIndicator } from './use-refetch-indicator.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['off without a fetch', { data: [], isFetching: false, isPlaceholderData: false }, [false, false]],
  [
    'off during the first load',
    { data: undefined, isFetching: true, isPlaceholderData: false },
    [false, false],
  ],
  [
    'on after a moment for a background refetch',
    { data: [], isFetching: true, isPlaceholderData: false },
    [false, true],
  ],
  [
    'on at once while rows are replaced',
    { data: [], isFetching: true, isPlaceholderData: true },
    [true, true],
  ],
] as const)('useRefetchIndicator is %s', (_, read, [atOnce, later]) => {
  const { result } = renderHook(() => useRefetchIndicator(read));
  expect(result.current).toBe(atOnce);
  act(() => vi.advanceTimersByTime(150));
  expect(result.current).toBe(later);
});
