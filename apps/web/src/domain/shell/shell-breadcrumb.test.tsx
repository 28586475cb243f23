import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAt } from '../../../test/render-at.tsx';
import { ADMIN_MENU } from './admin-menu.ts';
import { ShellBreadcrumb } from './shell-breadcrumb.tsx';

async function breadcrumbAt(path: string) {
  await renderAt(path, <ShellBreadcrumb menu={ADMIN_MENU} />);
  const trail = screen.getByRole('navigation', { name: 'Breadcrumb' });
  return {
    words: within(trail)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
    links: within(trail)
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href')),
  };
}

describe('ShellBreadcrumb', () => {
  // @spec 2.26
  it.each(['/', '/dashboard', '/dashboard/'])('shows only Dashboard at %s', async (path) => {
    expect(await breadcrumbAt(path)).toEqual({ words: ['Dashboard'], links: [] });
  });

  // @spec 2.27
  it.each([
    ['/users', 'Users'],
    ['/users?page=2', 'Users'],
    ['/audit-logs', 'Audit Logs'],
    ['/account-settings', 'Account Settings'],
  ])('links from %s back to the dashboard', async (path, name) => {
    expect(await breadcrumbAt(path)).toEqual({ words: ['Dashboard', name], links: ['/dashboard'] });
  });

  it('shows only the dashboard link at an unknown path', async () => {
    expect(await breadcrumbAt('/nowhere')).toEqual({ words: ['Dashboard'], links: ['/dashboard'] });
  });
});
