import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNow } from './use-now.ts';

let drawn = 0;

function Minute() {
  drawn += 1;
  return useNow((now) => now.toISOString().slice(0, 16));
}

afterEach(() => {
  vi.useRealTimers();
});

it('useNow updates over time, rerenders only on a change, and stops when unmounted', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-03T12:00:20.000Z') });
  const { container, unmount } = render(
    <>
      <Minute />
      <Minute />
    </>,
  );
  expect(container.textContent).toBe('2026-03-03T12:002026-03-03T12:00');
  expect(vi.getTimerCount()).toBe(1);
  const before = drawn;
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(drawn).toBe(before);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(container.textContent).toBe('2026-03-03T12:012026-03-03T12:01');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
