import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openScreen } from '../../../test/open-go-to.ts';
import { singleKeys } from './single-keys.ts';

beforeEach(() => singleKeys.choose('on'));

const shortcuts = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

it('ShortcutsDialog opens on a question mark', async () => {
  const { user } = await openScreen('/users', 'User Management');
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(dialog).getByText('Go to a screen or a record, or run a command')).toBeTruthy();
  expect(within(dialog).getByText('Collapse or expand the sidebar')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(shortcuts()).toBeNull();
});

it('ShortcutsDialog is replaced by the palette on Ctrl+K', async () => {
  const { user } = await openScreen('/users', 'User Management');
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Go to' });
  expect(shortcuts()).toBeNull();
});

it('single-key shortcuts do nothing while typing', async () => {
  const { user } = await openScreen('/users', 'User Management');
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  await user.type(search, '?/');
  expect(search.value).toBe('?/');
  expect(shortcuts()).toBeNull();
});

it('the slash shortcut focuses the search field without typing a slash', async () => {
  const { user } = await openScreen('/users?search=bob', 'User Management');
  await user.keyboard('/');
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  expect(document.activeElement).toBe(search);
  await user.keyboard('ada');
  expect(search.value).toBe('ada');
});

it('single-key shortcuts can be turned off, and are then marked', async () => {
  const { user } = await openScreen('/users', 'User Management');
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Use single-key shortcuts' }));
  expect(within(dialog).getAllByText('(off)')).toHaveLength(2);
  expect(localStorage.getItem('single-keys')).toBe('off');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await user.keyboard('?/');
  expect(shortcuts()).toBeNull();
  expect(document.activeElement).not.toBe(screen.getByRole('searchbox'));
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Go to' })).toBeTruthy();
});
