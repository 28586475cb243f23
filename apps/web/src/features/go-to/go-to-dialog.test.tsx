import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openGoTo, openScreen } from '../../../test/open-go-to.ts';
import { setTheme } from '../../domain/theme/theme.ts';
import { chooseRowDensity } from '../../shared/list/row-density.ts';

const SCREENS = [
  'Dashboard',
  'Users',
  'Merchants',
  'Wallets',
  'Invitations',
  'Audit Logs',
  'Account Settings',
];

const ACTIONS = [
  'Light theme',
  'Dark theme',
  'System theme, current',
  'Comfortable rows, current',
  'Compact rows',
  'Collapse sidebar',
  'Keyboard shortcuts',
  'Logout',
];

beforeEach(() => {
  setTheme('system');
  chooseRowDensity('comfortable');
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test writes it
  document.cookie = 'sidebar_state=; path=/; max-age=0';
});

const goTo = () => screen.queryByRole('dialog', { name: 'Go to' });

describe('GoToDialog', () => {
  it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}', '{Control>}K{/Control}'])(
    'opens and closes with %s',
    async (keys) => {
      const { user } = await openScreen('/users', 'User Management');
      await user.click(screen.getByRole('searchbox'));
      await user.keyboard(keys);
      await screen.findByRole('dialog', { name: 'Go to' });
      await user.keyboard(keys);
      expect(goTo()).toBeNull();
    },
  );

  it('opens with its button', async () => {
    const { user } = await openScreen('/users', 'User Management');
    await user.click(screen.getByRole('button', { name: 'Go to...' }));
    expect(await screen.findByRole('dialog', { name: 'Go to' })).toBeTruthy();
  });

  it('does not open after a logout', async () => {
    const { user } = await openScreen('/account-settings', 'Account Settings');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Go to...' }).disabled).toBe(false);
    await user.click(screen.getByRole('button', { name: 'User menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Admin Sign In' });
    await user.keyboard('{Control>}k{/Control}');
    expect(goTo()).toBeNull();
  });
});

describe('GoToDialog entries', () => {
  it("lists the menu's screens and the shell's actions", async () => {
    const { labels, active, searched } = await openGoTo();
    expect(labels()).toEqual([...SCREENS, ...ACTIONS]);
    expect(active()).toBe('Dashboard');
    expect(searched()).toEqual([]);
  });

  it('moves through the entries with the arrow keys, Home and End', async () => {
    const { user, active } = await openGoTo();
    for (const [key, label] of [
      ['{ArrowDown}', 'Users'],
      ['{ArrowUp}', 'Dashboard'],
      ['{ArrowUp}', 'Logout'],
      ['{ArrowDown}', 'Dashboard'],
      ['{End}', 'Logout'],
      ['{Home}', 'Dashboard'],
    ] as const) {
      await user.keyboard(key);
      expect(active(), key).toBe(label);
    }
    expect(screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
    ]);
  });

  it('filters entries by the text, best match first', async () => {
    const { user, labels, active } = await openGoTo();
    await user.keyboard('{ArrowDown}s');
    expect(active()).toBe('Account Settings');
    await user.keyboard('{Backspace}sign out');
    expect(labels()).toEqual(['Logout']);
  });

  it('opens a screen with Enter, and focuses the page', async () => {
    const { user, href } = await openGoTo();
    await user.keyboard('invit{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Invitation Management' });
    expect(href()).toBe('/invitations');
    expect(goTo()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('opens a clicked screen', async () => {
    const { user, option, href } = await openGoTo();
    await user.click(await option('Merchants'));
    await waitFor(() => expect(href()).toBe('/merchants'));
  });
});

describe('GoToDialog actions', () => {
  it('changes the theme', async () => {
    const { user } = await openGoTo();
    await user.keyboard('dark{Enter}');
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(goTo()).toBeNull();
  });

  it('toggles compact rows', async () => {
    const { user } = await openGoTo();
    await user.keyboard('compact{Enter}');
    expect(document.documentElement.dataset['rows']).toBe('compact');
  });

  it('collapses the sidebar', async () => {
    const { user } = await openGoTo();
    await user.keyboard('collapse{Enter}');
    expect(screen.getByRole('button', { name: 'Toggle sidebar' }).getAttribute('aria-expanded')).toBe(
      'false',
    );
  });

  it('shows the shortcuts', async () => {
    const { user } = await openGoTo();
    await user.keyboard('shortcuts{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
    expect(goTo()).toBeNull();
  });

  it('logs out', async () => {
    const { user, asked, place } = await openGoTo({ 'POST /auth/logout': {} });
    await user.keyboard('log out{Enter}');
    await waitFor(() => expect(place()).toBe('/login'));
    expect(asked()).toContain('POST /auth/logout');
  });
});
