import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNow } from './use-now.ts';

function Clock() {
  return useNow().toISOString();
}

afterEach(() => {
  vi.useRealTimers();
});

it('goes on, and ends with what shows it', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-03T12:00:00.000Z') });
  const { container, unmount } = render(<Clock />);
  expect(container.textContent).toBe('2026-03-03T12:00:00.000Z');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(container.textContent).toBe('2026-03-03T12:01:00.000Z');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
