import { ORDERS } from '@halyard/contract/runtime-settings';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Mail, Users } from 'lucide-react';
import { describe, expect, it, vi } from 'vitest';
import { renderAt } from '../../../test/render-at.tsx';
import { ADMIN_MENU, menuOf } from './admin-menu.ts';
import { SidebarMenu } from './sidebar-menu.tsx';

describe('SidebarMenu', () => {
  // @spec 2.17, 3.26
  it('links its entries in order to their paths', async () => {
    await renderAt('/dashboard', <SidebarMenu items={ADMIN_MENU} iconsOnly={false} />);
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/dashboard'],
      ['Users', '/users'],
      ['Merchants', '/merchants'],
      ['Wallets', '/wallets'],
      ['Invitations', '/invitations'],
      ['Audit Logs', '/audit-logs'],
      ['Account Settings', '/account-settings'],
    ]);
    const icons = links.map((link) => link.querySelector('svg')?.innerHTML);
    expect(new Set(icons).size).toBe(links.length);
  });

  it('adds a group with the screens that the server announces', async () => {
    await renderAt('/orders', <SidebarMenu items={menuOf([ORDERS, 'unknown'])} iconsOnly={false} />);
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')).toHaveLength(7);
    const added = within(screen.getByRole('navigation', { name: 'More' })).getAllByRole('link');
    expect(added.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['Orders', 'page'],
    ]);
  });

  it.each([[undefined], [[]]])('adds no group if the server announces %j', async (screens) => {
    await renderAt('/', <SidebarMenu items={menuOf(screens)} iconsOnly={false} />);
    expect(screen.getAllByRole('navigation')).toHaveLength(1);
  });

  // @spec 2.19
  it('marks the entry of the current path, whatever its parameters', async () => {
    await renderAt('/users?page=2', <SidebarMenu items={ADMIN_MENU} iconsOnly={false} />);
    const active = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
    expect(active.map((link) => link.textContent)).toEqual(['Users']);
  });

  it('marks no entry at an unknown path', async () => {
    await renderAt('/usersandmore', <SidebarMenu items={ADMIN_MENU} iconsOnly={false} />);
    expect(screen.getAllByRole('link').some((link) => link.hasAttribute('aria-current'))).toBe(false);
  });

  it('calls onFollow after a click on an entry', async () => {
    const onFollow = vi.fn();
    const { location } = await renderAt(
      '/dashboard',
      <SidebarMenu items={ADMIN_MENU} iconsOnly={false} onFollow={onFollow} />,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Users' }));
    expect(location().pathname).toBe('/users');
    expect(onFollow).toHaveBeenCalledOnce();
  });
});

describe('SidebarMenu entry with an action', () => {
  // @spec 2.18, 3.26
  it('runs the action instead of navigating', async () => {
    const onClick = vi.fn();
    render(<SidebarMenu items={[{ name: 'Help', path: '/help', icon: Mail, onClick }]} iconsOnly={false} />);
    expect(screen.queryByRole('link')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Help' }));
    expect(onClick).toHaveBeenCalledOnce();
  });
});

describe('SidebarMenu with icons only', () => {
  // @spec 2.23, 9.41
  it('keeps the accessible names and shows them in tooltips at once', async () => {
    await renderAt('/', <SidebarMenu items={[{ name: 'Users', path: '/users', icon: Users }]} iconsOnly />);
    const link = screen.getByRole('link', { name: 'Users' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    await userEvent.hover(link);
    expect(screen.getByRole('tooltip').textContent).toBe('Users');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
