import { PAGE_PATHS } from '@halyard/contract/constants';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../src/app/create-app.ts';
import { isPublicPath } from '../src/domain/session/public-paths.ts';
import { type ScriptedAnswer, scriptedFetch } from './scripted-fetch.ts';
import { setViewportWidth } from './set-viewport-width.ts';

const ME = 'GET /auth/me';
const unauthenticated = () => Response.json({ status: 'unauthenticated', message: 'No' }, { status: 401 });

const signedIn: Record<string, ScriptedAnswer> = {
  'GET /auth/csrf-cookie': new Response(null, { status: 204, headers: { 'x-csrf-token': 'token' } }),
  [ME]: { uuid: 'a', email: 'admin@example.com' },
  'GET /auth/2fa/status': { enabled: true },
  'GET /analytics/overview': {
    revenue: { totalUsd: '1,000.00' },
    orders: { total: 1, paid: 1, pending: 0, expired: 0, cancelled: 0 },
    platform: { activeUsers: 1, activeMerchants: 1 },
    recentActivity: { last24Hours: 1, last7Days: 1, last30Days: 1 },
  },
  'GET /users': { users: [], totalCount: 0 },
  'GET /audit-logs': { logs: [], totalCount: 0 },
  'POST /auth/logout': new Response(null, { status: 204 }),
};

async function openAt(path: string, other: Record<string, ScriptedAnswer> = {}) {
  const answers = { ...signedIn, ...other };
  const network = scriptedFetch(answers);
  const app = createApp({
    fetch: network.fetch,
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const { router, root } = await app.fetchScreens();
  await act(async () => {
    render(root);
  });
  const href = () => router.state.location.href;
  return { answers, calls: network.calls, href, router };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => setViewportWidth(1440));

describe('Admin area routes', () => {
  // @spec 2.6
  it('redirects from the root to the dashboard', async () => {
    const { href } = await openAt('/');
    expect(await heading('Dashboard')).toBeTruthy();
    expect(href()).toBe('/dashboard');
    expect(document.title).toMatch(/^Dashboard \| Admin \| /);
  });

  it('opens the users', async () => {
    await openAt('/users');
    expect(await heading('User Management')).toBeTruthy();
    expect(document.title).toMatch(/^User Management \| Admin \| /);
  });

  // @spec 2.9
  it.each(['/nowhere', '/no/such/screen', '/users/42'])(
    'shows "Not found" inside the shell at %s',
    async (path) => {
      await openAt(path);
      expect(await heading('Not found')).toBeTruthy();
      expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
      expect(document.title).toMatch(/^Not found \| Admin \| /);
    },
  );

  // @spec 2.12
  it('renders paths below a public path outside the shell and loads no administrator', async () => {
    const { calls } = await openAt('/reset-password/nothing');
    expect(await heading('Not found')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(calls).not.toContain(ME);
  });
});

describe('List state in the URL', () => {
  it('reads the page and the search from the URL, and ignores other parameters', async () => {
    const { calls } = await openAt('/users?page=3&search=ada&junk=1');
    await heading('User Management');
    await waitFor(() =>
      expect(calls).toContain('GET /users?limit=20&offset=40&search=ada&includeDeleted=false'),
    );
  });

  it.each(['/users?page=x', '/users?page=-1', '/users?page=0&search='])(
    'falls back to the defaults for %s',
    async (path) => {
      const { calls } = await openAt(path);
      await waitFor(() => expect(calls).toContain('GET /users?limit=20&offset=0&includeDeleted=false'));
    },
  );

  it('omits default values from the URL', async () => {
    const { href } = await openAt('/users?page=3');
    await userEvent.type(await screen.findByRole('searchbox'), 'ada{Enter}');
    expect(href()).toBe('/users?search=ada');
  });
});

describe('Unknown parameters in the URL', () => {
  const paths = [...PAGE_PATHS.filter((path) => path !== '/' && !isPublicPath(path)), '/nowhere'];
  const sidebarState = async () =>
    (await screen.findByRole('navigation', { name: 'Main' })).parentElement?.dataset['state'];

  it.each(paths)('removes unknown and invalid parameters from the URL of %s', async (path) => {
    const { href } = await openAt(`${path}?foo=1&user=..&wallet=..&entry=..`);
    await waitFor(() => expect(href()).toBe(path));
    expect(await sidebarState()).toBe('expanded');
  });

  it.each(['/merchants?user=x', '/audit-logs?wallet=1', '/dashboard?entry=1', '/account-settings?user=x'])(
    'keeps the sidebar expanded at %s, which has no such panel',
    async (path) => {
      const { href } = await openAt(path);
      await waitFor(() => expect(href()).not.toContain('?'));
      expect(await sidebarState()).toBe('expanded');
    },
  );

  it.each(['limit=abc', 'offset=40', 'cursor=x', 'platformFeed=hide', 'of=users', 'foo=1'])(
    'requests the audit logs without %s',
    async (parameter) => {
      const { calls } = await openAt(`/audit-logs?page=2&status=failure&${parameter}`);
      await screen.findByText('No audit logs found');
      const reads = calls.filter((call) => call.startsWith('GET /audit-logs'));
      expect(new Set(reads)).toEqual(new Set(['GET /audit-logs?limit=20&offset=20&status=failure']));
    },
  );
});

it('AdminArea refetches a page when its own link is clicked', async () => {
  const { calls } = await openAt('/users?search=ada');
  const reads = () => calls.filter((call) => call.startsWith('GET /users?')).length;
  const search = await screen.findByRole('searchbox');
  await screen.findByText('No users found');
  // Strict mode mounts twice, and so may fetch twice.
  const first = reads();
  await userEvent.type(search, '{Enter}');
  await waitFor(() => expect(reads()).toBe(first + 1));
  await userEvent.click(screen.getByRole('link', { name: 'Users' }));
  await waitFor(() => expect(reads()).toBe(first + 2));
  await userEvent.click(screen.getByRole('link', { name: 'Users' }));
  await waitFor(() => expect(reads()).toBe(first + 3));
});

describe('Admin area session', () => {
  // @spec 2.13
  it('fetches the administrator once and shows it in the user menu', async () => {
    const { calls } = await openAt('/dashboard');
    await heading('Dashboard');
    await userEvent.click(screen.getByRole('link', { name: 'Users' }));
    await heading('User Management');
    expect(calls.filter((call) => call === ME)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
    const menu = await screen.findByRole('menu', { name: 'User menu' });
    expect(within(menu).getByText('admin@example.com')).toBeTruthy();
  });

  // @spec 2.8
  it('opens /login without a session and requests nothing else', async () => {
    const { href, calls } = await openAt('/users', { [ME]: unauthenticated() });
    await waitFor(() => expect(href()).toBe('/login'));
    expect(calls).not.toContainEqual(expect.stringContaining('/users'));
  });

  it('refetches the administrator after a 401 and opens /login if the session has ended', async () => {
    const { answers, href } = await openAt('/dashboard');
    await heading('Dashboard');
    answers[ME] = unauthenticated();
    answers['GET /users'] = unauthenticated();
    await userEvent.click(screen.getByRole('link', { name: 'Users' }));
    await waitFor(() => expect(href()).toBe('/login'));
  });

  it('can be retried after a failed call', async () => {
    const { answers } = await openAt('/dashboard', { [ME]: new Response(null, { status: 503 }) });
    const alert = await screen.findByRole('alert');
    answers[ME] = { uuid: 'a', email: 'admin@example.com' };
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await heading('Dashboard')).toBeTruthy();
  });

  it.each([
    ['succeeds', new Response(null, { status: 204 })],
    ['fails', new Response(null, { status: 500 })],
  ])('logs out to /login when the call %s', async (_, answer) => {
    const { calls, href, router } = await openAt('/dashboard', { 'POST /auth/logout': answer });
    await heading('Dashboard');
    const queries = router.options.context.queries.get();
    expect(queries.getQueryCache().getAll()).not.toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(href()).toBe('/login'));
    expect(calls).toContain('POST /auth/logout');
    expect(queries.getQueryCache().getAll()).toEqual([]);
  });
});
