import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => {
  render(
    <>
      <Tooltip content="More about it">
        {(trigger) => (
          <button type="button" {...trigger}>
            It
          </button>
        )}
      </Tooltip>
      <button type="button">Other</button>
    </>,
  );
});

const explained = () => screen.getByRole('button', { name: 'It' });

describe('Tooltip', () => {
  it('opens on hover and describes its trigger', async () => {
    await userEvent.hover(explained());
    expect(screen.getByRole('tooltip').textContent).toBe('More about it');
    expect(explained().getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    await userEvent.unhover(explained());
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    expect(explained().hasAttribute('aria-describedby')).toBe(false);
  });

  it('stays open while the pointer is over it', () => {
    vi.useFakeTimers();
    fireEvent.pointerEnter(explained());
    fireEvent.pointerLeave(explained());
    fireEvent.pointerEnter(screen.getByRole('tooltip'));
    act(() => vi.runAllTimers());
    vi.useRealTimers();
    expect(screen.getByRole('tooltip')).toBeTruthy();
  });

  it('opens on keyboard focus and closes on blur', async () => {
    await userEvent.tab();
    expect(screen.getByRole('tooltip')).toBeTruthy();
    await userEvent.tab();
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a click elsewhere', () => userEvent.pointer({ keys: '[MouseLeft]', target: document.body })],
  ])('closes on %s', async (_, leave) => {
    await userEvent.tab();
    await leave();
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('follows its trigger on scroll, and closes when the trigger scrolls out of view', async () => {
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1024);
    vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(768);
    await userEvent.tab();
    let seen: Element | null = explained();
    document.elementFromPoint = () => seen;
    const place = vi.spyOn(explained(), 'getBoundingClientRect');
    place.mockReturnValue(new DOMRect(100, 300, 50, 20));
    fireEvent.scroll(document);
    expect(screen.getByRole('tooltip').style.top).toBe('294px');
    seen = document.body;
    fireEvent.scroll(document);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
