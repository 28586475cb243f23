import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useWhileActive } from './use-while-active.ts';

const MINUTE_MS = 60_000;

describe('useWhileActive', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs at each interval, and stops without input until the next one', () => {
    const run = vi.fn();
    const { unmount } = renderHook(() => useWhileActive(MINUTE_MS, run));
    vi.advanceTimersByTime(3 * MINUTE_MS);
    expect(run).toHaveBeenCalledTimes(3);

    vi.advanceTimersByTime(30 * MINUTE_MS);
    const afterPause = run.mock.calls.length;
    expect(afterPause).toBeLessThan(12);
    dispatchEvent(new Event('pointermove'));
    expect(run).toHaveBeenCalledTimes(afterPause + 1);
    dispatchEvent(new Event('pointermove'));
    expect(run).toHaveBeenCalledTimes(afterPause + 1);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(run).toHaveBeenCalledTimes(afterPause + 2);

    unmount();
    vi.advanceTimersByTime(3 * MINUTE_MS);
    expect(run).toHaveBeenCalledTimes(afterPause + 2);
  });

  it('pauses in a hidden tab', () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const run = vi.fn();
    renderHook(() => useWhileActive(MINUTE_MS, run));
    vi.advanceTimersByTime(3 * MINUTE_MS);
    expect(run).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(run).toHaveBeenCalledTimes(1);
    hidden.mockRestore();
  });
});
