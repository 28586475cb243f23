import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toastTitled } from '../../../../test/toasts.ts';
import { NETWORK_ERROR } from '../../api/failure-notice.ts';
import { useLazyDialog } from './use-lazy-dialog.ts';

const Question = () => null;

function renderDialog(load: () => Promise<typeof Question>) {
  const { result } = renderHook(() => useLazyDialog(load));
  return {
    shown: () => result.current.Dialog,
    call: (name: 'open' | 'close' | 'prefetch') => act(async () => result.current[name]()),
  };
}

describe('useLazyDialog', () => {
  it('shows the dialog once its code has loaded, until it is closed', async () => {
    const { shown, call } = renderDialog(async () => Question);
    expect(shown()).toBeUndefined();
    await call('open');
    expect(shown()).toBe(Question);
    await call('close');
    expect(shown()).toBeUndefined();
  });

  it('shows a toast if loading fails, and retries on the next click', async () => {
    const load = vi.fn(async () => Question).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { shown, call } = renderDialog(load);
    await call('open');
    expect(shown()).toBeUndefined();
    await toastTitled(NETWORK_ERROR.title);
    await call('open');
    expect(shown()).toBe(Question);
  });
});
