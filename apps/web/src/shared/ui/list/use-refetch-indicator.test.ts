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
  ['nothing is read', { data: [], isFetching: false, isPlaceholderData: false }, [false, false]],
  ['nothing is shown yet', { data: undefined, isFetching: true, isPlaceholderData: false }, [false, false]],
  [
    'what is shown is read once more',
    { data: [], isFetching: true, isPlaceholderData: false },
    [false, true],
  ],
  ['others are to come', { data: [], isFetching: true, isPlaceholderData: true }, [true, true]],
] as const)('%s', (_, read, [atOnce, later]) => {
  const { result } = renderHook(() => useRefetchIndicator(read));
  expect(result.current).toBe(atOnce);
  act(() => vi.advanceTimersByTime(150));
  expect(result.current).toBe(later);
});
