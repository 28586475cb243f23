import { AUDIT_FILTERS, DEFAULT_RUNTIME_SETTINGS, ORDERS } from '@halyard/contract/runtime-settings';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  BLOCKED,
  of,
  openUsers,
  panel,
  rowOf,
  userAnswers,
  userAt,
  uuidOf,
} from '../../../test/open-users.ts';
import { setViewportWidth } from '../../../test/set-viewport-width.ts';
import { toastTitled } from '../../../test/toasts.ts';

const panelIsGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const tabNames = (element: HTMLElement) =>
  within(element)
    .getAllByRole('tab')
    .map((tab) => tab.textContent);

describe('UserPanel opening', () => {
  // @spec 2.103
  it('opens on a click on the row, and stores the user in the URL', async () => {
    const { user, address } = await openUsers();
    await user.click(await screen.findByText('user1@example.com'));
    expect(await within(await panel()).findByText(uuidOf(1))).toBeTruthy();
    expect(address()).toBe(`/users?user=${uuidOf(1)}`);
    expect((await rowOf('Bob')).getAttribute('aria-expanded')).toBe('true');
  });

  it('opens on Enter, and moves the focus into the panel on a second Enter', async () => {
    const { user } = await openUsers();
    (await rowOf('Ada')).focus();
    await user.keyboard('{Enter}');
    const opened = await panel();
    expect(document.activeElement).toBe(await rowOf('Ada'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(opened);
  });

  // @spec 2.104
  it('shows tabs and a footer', async () => {
    await openUsers(`?user=${uuidOf(0)}`);
    const opened = await panel();
    expect(await within(opened).findByRole('heading', { level: 2, name: 'User Management' })).toBeTruthy();
    expect(tabNames(opened)).toEqual(['Details', 'Activity', 'Actions']);
    expect(within(opened).getByRole('button', { name: 'Save Settings' })).toBeTruthy();
    expect(within(opened).getByRole('button', { name: 'Close' })).toBeTruthy();
  });

  // @spec 2.105, 7.27
  it('opens by a link to a user who is not in the list', async () => {
    await openUsers(`?search=zzz&user=${uuidOf(3)}`, {
      ...userAnswers(userAt(0), userAt(1), userAt(2), userAt(3, BLOCKED)),
      'GET /users': { body: { users: [], totalCount: 0 } },
    });
    const opened = await panel('Blocked User');
    expect(await within(opened).findByRole('heading', { level: 2, name: 'Blocked User' })).toBeTruthy();
    expect(await screen.findByText('No users found')).toBeTruthy();
  });

  it('links to what belongs to the user, if the server has orders', async () => {
    const { services } = await openUsers(`?user=${uuidOf(1)}`);
    act(() => services.runtimeSettings.set({ ...DEFAULT_RUNTIME_SETTINGS, screens: [ORDERS] }));
    const opened = await panel();
    const links = await within(opened).findAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Merchants', '/merchants?search=user1%40example.com'],
      ['Orders', `/orders?userUuid=${uuidOf(1)}`],
      ['Audit entries', `/audit-logs?resourceId=${uuidOf(1)}`],
    ]);
  });

  it('has no such links on another server', async () => {
    await openUsers(`?user=${uuidOf(1)}`);
    await within(await panel()).findByText(uuidOf(1));
    expect(within(await panel()).queryByRole('link')).toBeNull();
  });

  it('keeps list fields that the user response lacks', async () => {
    const { uuid, email } = userAt(1);
    await openUsers(`?user=${uuid}`, {
      ...userAnswers(userAt(0), userAt(1, BLOCKED)),
      [of(1, 'GET')]: { body: { uuid, email, name: 'Somebody' } },
    });
    const opened = await panel('Blocked User');
    expect(await within(opened).findByText('Somebody')).toBeTruthy();
    expect(within(opened).getByText('Fraud')).toBeTruthy();
  });

  // @spec 2.103
  it.each([
    ['an id that is no UUID', 'usr_7/ä'],
    ['a number as id', 7],
  ])('accepts %s, a missing name, and text as settings', async (_, uuid) => {
    const path = `/users/${encodeURIComponent(uuid)}`;
    const { user, asked, address } = await openUsers('', {
      'GET /users': { body: { users: [{ uuid, email: 'x@example.com' }], totalCount: 1 } },
      [`GET ${path}`]: { body: { uuid, email: 'x@example.com', name: null, blockedAt: null } },
      [`GET ${path}/settings`]: { body: { serviceFeeRate: '0.0500', maxMerchants: null } },
      [`GET ${path}/merchants`]: { body: [] },
      [`PUT ${path}/settings`]: {},
    });
    await user.click(await screen.findByText('x@example.com'));
    const opened = within(await panel());
    expect((await opened.findByLabelText<HTMLInputElement>('Service Fee Rate')).value).toBe('0.05');
    expect(opened.getByLabelText<HTMLInputElement>('Max Merchants').value).toBe('');
    expect(opened.getByText('No name')).toBeTruthy();
    expect(address()).toBe(`/users?user=${encodeURIComponent(uuid)}`);
    await user.type(opened.getByLabelText('Max Merchants'), '3');
    await user.click(opened.getByRole('button', { name: 'Save Settings' }));
    await waitFor(() => expect(asked()).toContain(`PUT ${path}/settings`));
  });

  it('shows that a linked user does not exist', async () => {
    await openUsers(`?user=${uuidOf(9)}`);
    const [opened, general] = await Promise.all([panel(), toastTitled('Something went wrong')]);
    expect(general.nextSibling?.textContent).toBe('Failed to load the user');
    expect(await within(opened).findByText('User not found')).toBeTruthy();
  });

  it('shows the data from the list if the user cannot be loaded', async () => {
    await openUsers(`?user=${uuidOf(0)}`, { [of(0, 'GET')]: { status: 503 } });
    expect(await within(await panel()).findByText(uuidOf(0))).toBeTruthy();
    expect(screen.queryByText("Couldn't load this user")).toBeNull();
  });
});

describe('UserPanel keyboard', () => {
  it('moves through the rows, and the open panel follows', async () => {
    const { user, address } = await openUsers();
    (await rowOf('Ada')).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(await rowOf('Bob'));
    expect(address()).toBe('/users');
    await user.keyboard('{Enter}');
    await panel();
    await user.keyboard('{ArrowDown}');
    expect(await within(await panel()).findByText(uuidOf(2))).toBeTruthy();
    await user.keyboard('{ArrowDown}{Home}');
    expect(await within(await panel()).findByText(uuidOf(0))).toBeTruthy();
    expect(address()).toBe(`/users?user=${uuidOf(0)}`);
    expect(document.activeElement).toBe(await rowOf('Ada'));
  });

  it('closes on Escape in the list and in the panel, and focuses the row', async () => {
    const { user, address } = await openUsers();
    await user.click(await rowOf('Bob'));
    await panel();
    await user.keyboard('{Escape}');
    await panelIsGone();
    expect(address()).toBe('/users');
    await user.keyboard('{Enter}');
    await user.click(await within(await panel()).findByRole('tab', { name: 'Activity' }));
    expect(await screen.findByText('No activity yet')).toBeTruthy();
    await user.keyboard('{Escape}');
    await panelIsGone();
    expect(document.activeElement).toBe(await rowOf('Bob'));
  });
});

describe('UserPanel', () => {
  // @spec 2.117, D.114
  it('stores user and tab in the URL until it closes', async () => {
    const { user, address } = await openUsers(`?user=${uuidOf(0)}&tab=actions`);
    const opened = await panel();
    expect(await within(opened).findByText('Danger Zone')).toBeTruthy();
    await user.click(within(opened).getByRole('tab', { name: 'Activity' }));
    await waitFor(() => expect(address()).toBe(`/users?user=${uuidOf(0)}&tab=activity`));
    await user.click(within(opened).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/users'));
  });

  it('keeps the user in the URL during a search', async () => {
    const { user, address, asked } = await openUsers(`?user=${uuidOf(0)}&page=1`);
    await panel();
    await user.type(screen.getByRole('searchbox'), 'bob{Enter}');
    await waitFor(() => expect(address()).toBe(`/users?user=${uuidOf(0)}&search=bob`));
    await waitFor(() =>
      expect(asked()).toContain('GET /users?limit=20&offset=0&search=bob&includeDeleted=false'),
    );
  });
});

describe('UserDetails', () => {
  // @spec 2.106, 2.108
  it('shows the fields of the user', async () => {
    await openUsers(`?user=${uuidOf(0)}`);
    const opened = within(await panel());
    expect(await opened.findByText('UUID')).toBeTruthy();
    const terms = opened.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['UUID', 'Name', 'Email', 'Created At']);
    expect(await opened.findByRole('button', { name: `Copy ${uuidOf(0)}` })).toBeTruthy();
    expect(await opened.findByRole('button', { name: 'Copy user0@example.com' })).toBeTruthy();
    expect(await opened.findByText('No merchants yet')).toBeTruthy();
  });

  // @spec 2.107
  it('shows the profile image', async () => {
    const profileImageUrl = 'https://images.example.com/ada.png';
    const { services } = await openUsers(`?user=${uuidOf(0)}`, userAnswers(userAt(0, { profileImageUrl })));
    act(() => services.runtimeSettings.set(DEFAULT_RUNTIME_SETTINGS));
    const opened = await panel();
    expect(await within(opened).findByText('Profile Image')).toBeTruthy();
    await waitFor(() => expect(opened.querySelector('img')?.src).toBe(profileImageUrl));
  });

  // @spec 2.108, 7.32
  it('lists the first two merchants, and all on request', async () => {
    const merchants = Array.from({ length: 7 }, (_, position) => ({
      uuid: `m${position}`,
      name: `Shop ${position}`,
      website: ['https://shop.example.com/', 'javascript:alert(1)'][position] ?? null,
      createdAt: '2026-03-03T12:04:05.678Z',
      deletedAt: position === 2 ? '2026-03-04T12:04:05.678Z' : null,
    }));
    const { user } = await openUsers(`?user=${uuidOf(0)}`, {
      ...userAnswers(userAt(0, { merchantCount: 7 })),
      [of(0, 'GET', '/merchants')]: { body: merchants },
    });
    const section = within(await screen.findByRole('region', { name: 'Merchants (7)' }));
    expect(await section.findAllByRole('listitem')).toHaveLength(2);
    expect(section.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer');
    expect(section.getByText('javascript:alert(1)').closest('a')).toBeNull();
    await user.click(section.getByRole('button', { name: 'Show all 7' }));
    expect(section.getByText('Deleted')).toBeTruthy();
    expect(section.getAllByRole('listitem')).toHaveLength(7);
  });

  // @spec 2.110
  it.each([
    ['Fraud', 'Fraud'],
    [null, 'No reason provided'],
    ['<b>x</b>', '<b>x</b>'],
  ])('shows that an account is blocked, with the reason %j', async (blockedReason, shown) => {
    await openUsers(`?user=${uuidOf(0)}`, userAnswers(userAt(0, { ...BLOCKED, blockedReason })));
    const banner = await within(await panel('Blocked User')).findByRole('alert');
    expect(banner.textContent).toContain('Account Blocked');
    expect(banner.textContent).toContain(shown);
    expect(banner.querySelector('time')?.dateTime).toBe('2026-04-01T08:30:00.000Z');
    expect(banner.textContent).toMatch(/Blocked on 2026-04-01 \d\d:\d\d$/);
    expect(within(banner).queryByRole('link')).toBeNull();
  });

  it('links from a blocked account to the entries that say who blocked it', async () => {
    const { services } = await openUsers(`?user=${uuidOf(0)}`, userAnswers(userAt(0, BLOCKED)));
    act(() => services.runtimeSettings.set({ ...DEFAULT_RUNTIME_SETTINGS, screens: [AUDIT_FILTERS] }));
    const link = await screen.findByRole('link', { name: 'Who blocked?' });
    expect(link.getAttribute('href')).toBe(`/audit-logs?resourceId=${uuidOf(0)}&action=user.block`);
  });

  // @spec 8.36
  it('shows an error in each failed section, and logs the failures without a toast', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await openUsers(`?user=${uuidOf(0)}`, {
      [of(0, 'GET', '/settings')]: { status: 404 },
      [of(0, 'GET', '/merchants')]: { status: 404 },
    });
    expect(await screen.findByText("Couldn't load settings")).toBeTruthy();
    expect(await screen.findByText("Couldn't load merchants")).toBeTruthy();
    expect(log.mock.calls.map(([message]) => message).toSorted()).toEqual([
      'Failed to load user merchants',
      'Failed to load user settings',
    ]);
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    log.mockRestore();
  });
});

it('UserPanel covers the list on a phone, and keeps input when the screen rotates', async () => {
  const { user } = await openUsers(`?user=${uuidOf(0)}`);
  const opened = await panel();
  const limit = await within(opened).findByLabelText<HTMLInputElement>('Max Merchants');
  await user.clear(limit);
  await user.type(limit, '7');
  act(() => setViewportWidth(390));
  await waitFor(() => expect(opened.dataset['modal']).toBe('true'));
  expect(limit.value).toBe('7');
  expect(limit.isConnected).toBe(true);
  act(() => setViewportWidth(1440));
  await waitFor(() => expect(opened.dataset['modal']).toBe('false'));
  expect(limit.isConnected).toBe(true);
  expect(await panel()).toBe(opened);
});
