import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyIconButton } from './copy-icon-button.tsx';

afterEach(() => vi.useRealTimers());

function renderButton() {
  const user = userEvent.setup({ delay: null });
  render(<CopyIconButton text="ada@example.com" label="Copy ada@example.com" />);
  return { user, button: screen.getByRole('button', { name: 'Copy ada@example.com' }) };
}

// @spec 2.64, 4.24, 9.25
it('CopyIconButton copies its text and shows a check mark for two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, button } = renderButton();
  await user.click(button);
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('ada@example.com');
  act(() => vi.advanceTimersByTime(2_000));
  expect(button.textContent).toBe('');
});

it('CopyIconButton restarts the two seconds on a second click', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, button } = renderButton();
  await user.click(button);
  await screen.findByText('Copied');
  act(() => vi.advanceTimersByTime(1_500));
  await user.click(button);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(button.textContent).toBe('Copied');
  act(() => vi.advanceTimersByTime(1_000));
  expect(button.textContent).toBe('');
});

// @spec 8.47
it('CopyIconButton shows a toast if copying fails', async () => {
  const { user, button } = renderButton();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(button);
  expect(await screen.findByText('Failed to copy to clipboard')).toBeTruthy();
  expect(button.textContent).toBe('');
});
