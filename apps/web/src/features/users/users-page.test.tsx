import { CREATED_DAYS, type RuntimeSettings, USER_STATUS_FILTER } from '@halyard/contract/runtime-settings';
import type { User, UserPage } from '@halyard/contract/users';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { UsersPage } from './users-page.tsx';
import type { UsersSearch } from './users-search.ts';

const USERS = 'GET /users';

function userNamed(name: string, other: Partial<User> = {}): User {
  return {
    uuid: `uuid of ${name}`,
    name,
    email: `${name.toLowerCase()}@example.com`,
    profileImageUrl: null,
    merchantCount: 0,
    createdAt: '2026-03-03T12:04:05.678Z',
    blockedAt: null,
    blockedReason: null,
    ...other,
  };
}

function page(totalCount: number, ...users: User[]): UserPage {
  return { users, totalCount };
}

let lastState: UsersSearch;

function Page({ initial }: { readonly initial: UsersSearch }) {
  const [state, setState] = useState(initial);
  lastState = state;
  return <UsersPage state={state} onChange={setState} />;
}

async function renderUsers(
  answer: ScriptedAnswer,
  state: UsersSearch = {},
  settings: Partial<RuntimeSettings> = {},
) {
  const answers: Record<string, ScriptedAnswer | (() => Promise<Response>)> = { [USERS]: answer };
  const network = scriptedFetch(answers);
  const { container } = await renderPage(<Page initial={state} />, network, settings);
  return { answers, container, calls: network.calls };
}

async function cellsOf(name: string): Promise<HTMLElement[]> {
  const row = (await screen.findByText(name)).closest('tr');
  return within(row as HTMLElement).getAllByRole('cell');
}

describe('UsersPage', () => {
  it('shows names and addresses without invisible characters', async () => {
    await renderUsers(
      page(
        2,
        userNamed('\u200Bevil \u202Edesrever', { email: 'ev\u202Eil@example.com' }),
        userNamed('\u2060', { email: 'bob@example.com' }),
      ),
    );
    const [name, email] = await cellsOf('evil desrever');
    expect(name?.textContent).toBe('Eevil desrever');
    expect(email?.textContent).toContain('evil@example.com');
    expect((await cellsOf('No name'))[0]?.textContent).toBe('BNo name');
  });

  // @spec 2.98, 2.100, 7.26
  it('shows the title with the count, and four columns', async () => {
    await renderUsers(page(1_234, userNamed('Ada')));
    await screen.findByText('Ada');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('User Management');
    expect(screen.getByText('1,234')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Email',
      'Merchants',
      'Created At',
    ]);
  });

  // @spec 2.100
  it('shows name, e-mail, merchants and creation date of each user', async () => {
    await renderUsers(page(1, userNamed('Ada', { merchantCount: 3 })));
    const [name, email, merchants, created] = await cellsOf('Ada');
    expect(name?.textContent).toBe('AAda');
    expect(email?.textContent).toContain('ada@example.com');
    expect(within(email as HTMLElement).getByRole('button', { name: 'Copy ada@example.com' })).toBeTruthy();
    expect(merchants?.textContent).toBe('3');
    expect(created?.querySelector('time')?.dateTime).toBe('2026-03-03T12:04:05.678Z');
  });

  it('labels blocked users', async () => {
    await renderUsers(page(2, userNamed('Ada'), userNamed('Bob', { blockedAt: '2026-04-01T00:00:00.000Z' })));
    expect((await cellsOf('Bob'))[0]?.textContent).toContain('Blocked');
    expect((await cellsOf('Ada'))[0]?.textContent).not.toContain('Blocked');
  });

  it('shows markup as text, and a user without a name', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const { container } = await renderUsers(
      page(2, userNamed(markup), userNamed('', { email: 'x@example.com' })),
    );
    expect(await screen.findByText(markup)).toBeTruthy();
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByText('No name')).toBeTruthy();
  });
});

describe('UsersPage profile images', () => {
  const pictured = userNamed('Ada', { profileImageUrl: 'https://img.example.com/a.png' });

  // @spec 2.101
  it('loads images from allowed origins', async () => {
    const { container } = await renderUsers(
      page(1, pictured),
      {},
      { imageOrigins: ['https://img.example.com'] },
    );
    await screen.findByText('Ada');
    expect(container.querySelector('img')?.src).toBe('https://img.example.com/a.png');
  });

  // @spec 2.101
  it('does not load images from other origins', async () => {
    const { container } = await renderUsers(page(1, pictured), {}, { imageOrigins: [] });
    expect((await cellsOf('Ada'))[0]?.textContent).toBe('AAda');
    expect(container.querySelector('img')).toBeNull();
  });
});

describe('UsersPage requests', () => {
  it('loads the first page without a search', async () => {
    const { calls } = await renderUsers(page(1, userNamed('Ada')));
    await screen.findByText('Ada');
    expect(calls).toEqual(['GET /users?limit=20&offset=0&includeDeleted=false']);
  });

  // @spec 7.25
  it('loads the page and the search of the URL', async () => {
    const { calls } = await renderUsers(page(90, userNamed('Ada')), { page: 3, search: 'a&b' });
    await screen.findByText('Ada');
    expect(calls).toEqual(['GET /users?limit=20&offset=40&search=a%26b&includeDeleted=false']);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('a&b');
  });
});

describe('UsersPage search', () => {
  // @spec 2.98, 9.11
  it('runs on Enter and returns to page 1', async () => {
    const { calls } = await renderUsers(page(90, userNamed('Ada')), { page: 3 });
    await userEvent.type(screen.getByPlaceholderText('Search by email or name...'), ' bob {Enter}');
    await waitFor(() =>
      expect(calls.at(-1)).toBe('GET /users?limit=20&offset=0&search=bob&includeDeleted=false'),
    );
    expect(lastState).toEqual({ search: 'bob' });
  });

  it('keeps the old rows until the new ones have loaded', async () => {
    const { answers } = await renderUsers(page(1, userNamed('Ada')));
    await screen.findByText('Ada');
    const answer = Promise.withResolvers<Response>();
    answers[USERS] = () => answer.promise;
    await userEvent.type(screen.getByRole('searchbox'), 'bob{Enter}');
    expect(screen.getByText('Ada')).toBeTruthy();
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    answer.resolve(Response.json(page(1, userNamed('Bob'))));
    expect(await screen.findByText('Bob')).toBeTruthy();
    expect(screen.queryByText('Ada')).toBeNull();
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false');
  });
});

describe('UsersPage status filter', () => {
  const withFilter = { screens: [USER_STATUS_FILTER] };
  const deleted = userNamed('Gone', {
    blockedAt: '2026-04-01T00:00:00.000Z',
    deletedAt: '2026-04-02T00:00:00.000Z',
  });

  it('filters by status, keeps the search and returns to page 1', async () => {
    const { calls } = await renderUsers(page(90, userNamed('Ada')), { page: 3, search: 'a' }, withFilter);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Blocked');
    expect(lastState).toEqual({ search: 'a', status: 'blocked' });
    await waitFor(() =>
      expect(calls.at(-1)).toBe('GET /users?limit=20&offset=0&search=a&status=blocked&includeDeleted=false'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status: Blocked' }));
    expect(lastState).toEqual({ search: 'a' });
  });

  it('shows deleted users without a panel to open', async () => {
    await renderUsers(page(1, deleted), { status: 'deleted' }, withFilter);
    const [name] = await cellsOf('Gone');
    expect(name?.textContent).toBe('GGoneDeleted');
    expect(screen.queryByRole('button', { name: 'Gone' })).toBeNull();
  });

  it('clears search and status if no user matches', async () => {
    await renderUsers(page(0), { search: 'zzz', status: 'blocked' }, withFilter);
    expect(await screen.findByText('No users match these filters')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }));
    expect(lastState).toEqual({});
  });

  it('has no filter, and ignores that of the URL, on a server that does not announce it', async () => {
    const { calls } = await renderUsers(page(1, userNamed('Ada')), { status: 'blocked' });
    await screen.findByText('Ada');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(calls).toEqual(['GET /users?limit=20&offset=0&includeDeleted=false']);
  });
});

describe('UsersPage with days of creation', () => {
  const withDays = { screens: [CREATED_DAYS, USER_STATUS_FILTER] };
  const days = { createdFrom: '2026-03-01', createdTo: '2026-03-05' };
  const deleted = userNamed('Gone', { deletedAt: '2026-04-02T00:00:00.000Z' });

  it('limits the list to the chosen days, and returns to page 1', async () => {
    const { calls } = await renderUsers(page(90, userNamed('Ada')), { page: 3, search: 'a' }, withDays);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Created' }), 'Days in UTC');
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-03-01' } });
    expect(lastState).toEqual({ search: 'a', createdFrom: '2026-03-01' });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-05' } });
    expect(lastState).toEqual({ search: 'a', ...days });
    await waitFor(() =>
      expect(calls.at(-1)).toBe(
        'GET /users?limit=20&offset=0&search=a&includeDeleted=false&createdFrom=2026-03-01&createdTo=2026-03-05',
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Created: Days in UTC' }));
    expect(lastState).toEqual({ search: 'a' });
    expect(screen.queryByLabelText('From')).toBeNull();
  });

  it('marks a last day before the first', async () => {
    await renderUsers(page(1, userNamed('Ada')), days, withDays);
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-03-09' } });
    expect(lastState).toEqual({ createdFrom: '2026-03-09', createdTo: '2026-03-05' });
    expect((await screen.findByRole('alert')).textContent).toBe('“To” is before “From”. Choose a later day.');
  });

  it('shows deleted users among the others, without a panel to open', async () => {
    const { calls } = await renderUsers(page(2, userNamed('Ada'), deleted), { status: 'all' }, withDays);
    expect((await cellsOf('Gone'))[0]?.textContent).toBe('GGoneDeleted');
    expect(calls).toEqual(['GET /users?limit=20&offset=0&includeDeleted=true']);
    expect(screen.getAllByRole('button', { expanded: false })).toHaveLength(1);
    await userEvent.click(screen.getByText('Gone'));
    expect(lastState).toEqual({ status: 'all' });
    await userEvent.click(screen.getByText('Ada'));
    expect(lastState).toEqual({ status: 'all', user: 'uuid of Ada' });
  });

  it('exports the same users, and describes them', async () => {
    await renderUsers(page(2, userNamed('Ada')), { ...days, status: 'all', search: 'a' }, withDays);
    await screen.findByText('Ada');
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'all 2 users matching the search and the filters',
    );
  });

  it('clears the days if no user matches', async () => {
    await renderUsers(page(0), { ...days, status: 'all' }, withDays);
    expect(await screen.findByText('No users match these filters')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }));
    expect(lastState).toEqual({});
  });

  it('ignores the days of the URL on a server that does not announce them', async () => {
    const { calls } = await renderUsers(page(1, userNamed('Ada')), days, { screens: [USER_STATUS_FILTER] });
    await screen.findByText('Ada');
    expect(screen.queryByRole('combobox', { name: 'Created' })).toBeNull();
    expect(calls).toEqual(['GET /users?limit=20&offset=0&includeDeleted=false']);
  });
});

describe('UsersPage pagination', () => {
  // @spec 9.4
  it('keeps the search on the next page', async () => {
    const { calls } = await renderUsers(page(50, userNamed('Ada')), { search: 'a' });
    await screen.findByText('Showing 1 to 20 of 50 users');
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Showing 21 to 40 of 50 users')).toBeTruthy();
    expect(lastState).toEqual({ search: 'a', page: 2 });
    await waitFor(() =>
      expect(calls.at(-1)).toBe('GET /users?limit=20&offset=20&search=a&includeDeleted=false'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(lastState).toEqual({ search: 'a' });
  });

  it('hides the pagination for a single page', async () => {
    await renderUsers(page(20, userNamed('Ada')));
    await screen.findByText('Ada');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('UsersPage without rows', () => {
  // @spec 2.102
  it('shows that no user matches, and clears the search', async () => {
    const { answers } = await renderUsers(page(0), { search: 'zzz' });
    expect(await screen.findByText('No users found')).toBeTruthy();
    answers[USERS] = page(1, userNamed('Ada'));
    const clear = screen.getByRole('button', { name: 'Show all users' });
    await userEvent.click(clear as HTMLElement);
    expect(await screen.findByText('Ada')).toBeTruthy();
    expect(lastState).toEqual({});
  });

  it('shows a skeleton during the next search', async () => {
    const { answers } = await renderUsers(page(0), { search: 'zzz' });
    await screen.findByText('No users found');
    answers[USERS] = () => new Promise(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }));
    expect(lastState).toEqual({});
    expect(screen.queryByText('No users found')).toBeNull();
    expect(screen.queryByText('No users yet')).toBeNull();
    expect(screen.getByRole('table', { name: 'Users' }).getAttribute('aria-busy')).toBe('true');
  });

  // @spec 2.102
  it('shows that there are no users yet', async () => {
    await renderUsers(page(0));
    expect(await screen.findByText('No users yet')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('offers the last page if the requested page is past the end', async () => {
    await renderUsers(page(45), { page: 9, search: 'a' });
    expect(await screen.findByText("Page 9 doesn't exist")).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }));
    expect(lastState).toEqual({ page: 3, search: 'a' });
  });
});

describe('UsersPage after a failure', () => {
  it('shows the reason on the page and in a toast, and retries', async () => {
    const { answers } = await renderUsers(
      Response.json({ status: 'unavailable', message: 'x', requestId: 'request-7' }, { status: 503 }),
    );
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('reported an error (503)');
    expect(alert.textContent).toContain('request-7');
    expect(await screen.findByText('Failed to load users')).toBeTruthy();
    expect(screen.getByText('Please try again later')).toBeTruthy();
    answers[USERS] = page(1, userNamed('Ada'));
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Ada')).toBeTruthy();
  });

  it('shows that the server did not respond', async () => {
    const { answers } = await renderUsers({});
    answers[USERS] = () => Promise.reject(new TypeError('offline'));
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/Couldn't reach the server/)).toBeTruthy();
  });
});
