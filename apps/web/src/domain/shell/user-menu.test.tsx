import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderAt } from '../../../test/render-at.tsx';
import { UserMenu, type UserMenuProps } from './user-menu.tsx';

async function renderMenu(props: Partial<UserMenuProps> = {}) {
  const onTheme = vi.fn();
  const onLogout = vi.fn();
  const account = { email: 'ada@example.com' };
  const { location } = await renderAt(
    '/dashboard',
    <UserMenu account={account} theme="system" onTheme={onTheme} onLogout={onLogout} {...props} />,
  );
  return { onTheme, onLogout, location, button: screen.getByRole('button', { name: 'User menu' }) };
}

async function openMenu(button: HTMLElement) {
  await userEvent.click(button);
  return screen.findByRole('menu', { name: 'User menu' });
}

describe('UserMenu button', () => {
  // @spec 2.33
  it('shows a fallback without a name, and the e-mail', async () => {
    const { button } = await renderMenu();
    expect(button.textContent).toBe('?User');
    expect(screen.getByText('ada@example.com')).toBeTruthy();
  });

  // @spec 2.32
  it('shows the initials and the name', async () => {
    const { button } = await renderMenu({ account: { email: 'ada@example.com', name: 'Ada King Lovelace' } });
    expect(button.textContent).toBe('AKAda King Lovelace');
  });
});

describe('UserMenu', () => {
  it('shows who is signed in', async () => {
    const { button } = await renderMenu();
    expect(within(await openMenu(button)).getByText('ada@example.com')).toBeTruthy();
    expect(button.getAttribute('aria-expanded')).toBe('true');
  });

  // @spec 2.28
  it('links to the account settings', async () => {
    const { button, location } = await renderMenu();
    const link = within(await openMenu(button)).getByRole('menuitem', { name: 'Account Settings' });
    expect(link.getAttribute('href')).toBe('/account-settings');
    await userEvent.click(link);
    expect(location().pathname).toBe('/account-settings');
  });

  // @spec 1.14, 2.29, 2.30, 4.23
  it('offers three themes with a check mark on the current one', async () => {
    const { button, onTheme } = await renderMenu({ theme: 'dark' });
    const choices = within(await openMenu(button)).getAllByRole('menuitemradio');
    expect(choices.map((choice) => [choice.textContent, choice.getAttribute('aria-checked')])).toEqual([
      ['Light', 'false'],
      ['Dark', 'true'],
      ['System', 'false'],
    ]);
    expect(choices.map((choice) => choice.querySelectorAll('.lucide-check').length)).toEqual([0, 1, 0]);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Light' }));
    expect(onTheme).toHaveBeenCalledWith('light');
  });

  // @spec 2.29
  it('logs out', async () => {
    const { button, onLogout } = await renderMenu();
    await userEvent.click(within(await openMenu(button)).getByRole('menuitem', { name: 'Logout' }));
    expect(onLogout).toHaveBeenCalledOnce();
  });

  it('focuses the first entry if opened by keyboard, and Escape returns the focus', async () => {
    const { button } = await renderMenu();
    button.focus();
    await userEvent.keyboard('{Enter}');
    const first = await screen.findByRole('menuitem', { name: 'Account Settings' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('moves with Home, End, arrows and first letter; Space opens a link', async () => {
    const { button, location } = await renderMenu();
    await openMenu(button);
    const focused = () => document.activeElement?.textContent;
    for (const [keys, name] of [
      ['{End}', 'Logout'],
      ['{ArrowDown}', 'Account Settings'],
      ['d', 'Dark'],
      ['{ArrowUp}', 'Light'],
      ['{Home}', 'Account Settings'],
    ] as const) {
      await userEvent.keyboard(keys);
      expect(focused()).toBe(name);
    }
    await userEvent.keyboard(' ');
    expect(location().pathname).toBe('/account-settings');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('closes on a second click on its button', async () => {
    const { button } = await renderMenu();
    await openMenu(button);
    await userEvent.click(button);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
