import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastTitled } from '../../../../test/toasts.ts';
import { toast } from './toast.ts';

describe('toast', () => {
  // @spec 2.36
  it.each(['success', 'info', 'warning', 'error', 'loading'] as const)(
    'shows a toast of type %s',
    async (kind) => {
      toast[kind](`A ${kind} toast`, { description: 'and more' });
      const element = (await toastTitled(`A ${kind} toast`)).closest('li');
      expect(element?.dataset['type']).toBe(kind);
      expect(element?.textContent).toContain('and more');
      expect(element?.dataset['dismissible']).toBe('true');
    },
  );

  it('shortens very long text from the server', async () => {
    toast.error('Failed', { description: 'x'.repeat(5_000) });
    const element = (await toastTitled('Failed')).closest('li');
    expect(element?.textContent).toMatch(/x{400}…$/);
    expect(element?.textContent).not.toMatch(/x{401}/);
  });

  it('disappears when it is dismissed', async () => {
    const id = toast.loading('Exporting');
    await toastTitled('Exporting');
    toast.dismiss(id);
    await waitFor(() => expect(screen.queryByText('Exporting')).toBeNull());
  });

  // @spec 9.44
  it('has the specified width and gap', async () => {
    toast.info('Measured');
    await toastTitled('Measured');
    const list = document.querySelector<HTMLElement>('[data-sonner-toaster]');
    expect(list?.style.getPropertyValue('--width')).toBe('356px');
    expect(list?.style.getPropertyValue('--gap')).toBe('14px');
  });

  // @spec 9.43
  it('shows at most three toasts', async () => {
    for (const title of ['one', 'two', 'three', 'four']) {
      toast.info(title);
    }
    await toastTitled('four');
    const visible = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].filter(
      ({ dataset }) => dataset['visible'] === 'true',
    );
    expect(visible).toHaveLength(3);
  });
});

describe('toast duration', () => {
  beforeEach(async () => {
    toast.info('The first, which fetches the code');
    await toastTitled('The first, which fetches the code');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const isLeaving = ({ dataset }: HTMLElement) => dataset['removed'] === 'true';

  async function shown(title: string): Promise<HTMLElement> {
    while (screen.queryByText(title) === null) {
      await new Promise((resolve) => setImmediate(resolve));
      pass(0);
    }
    return screen.getByText(title).closest('li') as HTMLElement;
  }

  function hideTab(hidden: boolean) {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    act(() => document.dispatchEvent(new Event('visibilitychange')));
  }

  // @spec 4.25, 9.42, 9.46
  it('lasts four seconds, plus 200 ms to fade out', async () => {
    toast.info('Timed');
    const element = await shown('Timed');
    pass(3_999);
    expect(isLeaving(element)).toBe(false);
    pass(1);
    expect(isLeaving(element)).toBe(true);
    pass(199);
    expect(element.isConnected).toBe(true);
    pass(1);
    expect(element.isConnected).toBe(false);
  });

  // @spec 4.27
  it('pauses while the tab is hidden', async () => {
    toast.info('Unseen');
    const element = await shown('Unseen');
    pass(2_000);
    hideTab(true);
    pass(60_000);
    expect(isLeaving(element)).toBe(false);
    hideTab(false);
    pass(1_999);
    expect(isLeaving(element)).toBe(false);
    pass(1);
    expect(isLeaving(element)).toBe(true);
  });
});
