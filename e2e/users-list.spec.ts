import { ADMIN_API, PAGE_SIZE } from '@halyard/contract/constants';
import type { User, UserPage } from '@halyard/contract/users';
import { expect, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';
import { expectScreen } from './support/screens.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row');
const searchField = (page: Page) => page.getByPlaceholder('Search by email or name...');

async function fetchUsers(page: Page, query: Readonly<Record<string, string | number>>): Promise<UserPage> {
  const answer = await page.request.get(`${ADMIN_API}/users`, { params: query });
  return await answer.json();
}

async function expectUsers(page: Page, users: readonly User[]): Promise<void> {
  await expect(rows(page)).toHaveCount(users.length);
  await expect(rows(page).locator('td:nth-child(2) bdi')).toHaveText(users.map(({ email }) => email));
}

test('pages through the list and keeps the page in the URL', async ({ adminPage: page }) => {
  await page.goto('/users');
  await expectScreen(page, '/users', 'User Management');
  const first = await fetchUsers(page, { limit: PAGE_SIZE, offset: 0 });
  const second = await fetchUsers(page, { limit: PAGE_SIZE, offset: PAGE_SIZE });
  const { totalCount } = first;
  expect(totalCount, 'the sample data is there').toBeGreaterThan(400);
  const pages = Math.ceil(totalCount / PAGE_SIZE);

  await expectUsers(page, first.users);
  await expect(page.getByText(`${totalCount} in total`)).toBeVisible();
  await expect(page.getByText(`Showing 1 to 20 of ${totalCount} users`)).toBeVisible();
  await expect(page.getByText(`Page 1 of ${pages}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL('/users?page=2');
  await expectUsers(page, second.users);
  await page.reload();
  await expectUsers(page, second.users);
  await page.goBack();
  await expect(page).toHaveURL('/users');
  await expectUsers(page, first.users);
  await page.goForward();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page).toHaveURL('/users');

  await page.goto(`/users?page=${pages}`);
  await expect(page.getByText(`Page ${pages} of ${pages}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
});

// @spec 1.8, 2.99
test('searches on Enter and on the button, starting at page 1', async ({ adminPage: page }) => {
  const found = await fetchUsers(page, { limit: PAGE_SIZE, offset: 0, search: 'an' });
  await page.goto('/users?page=3');
  await expect(rows(page)).toHaveCount(PAGE_SIZE);
  await searchField(page).fill('  an ');
  await expect(page).toHaveURL('/users?page=3');
  await searchField(page).press('Enter');
  await expect(page).toHaveURL('/users?search=an');
  await expectUsers(page, found.users);
  await expect(page.getByText(`${found.totalCount} in total`)).toBeVisible();
  await page.reload();
  await expect(searchField(page)).toHaveValue('an');
  await expectUsers(page, found.users);

  await searchField(page).fill('nobody of this name');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No users found')).toBeVisible();
  await page.goBack();
  await expect(searchField(page)).toHaveValue('an');
  await expectUsers(page, found.users);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/users');
  await expect(searchField(page)).toHaveValue('');
});

test('limits the list to days of creation, with deleted users among the others', async ({
  adminPage: page,
}) => {
  const { users: oldest } = await fetchUsers(page, { status: 'deleted', sort: 'oldest', limit: 1 });
  const day = oldest[0]?.createdAt.slice(0, 10) ?? '';
  const span = { createdFrom: day, createdTo: day, limit: PAGE_SIZE };
  const found = await fetchUsers(page, { ...span, includeDeleted: 'true' });
  await page.goto('/users?page=2');
  await page.getByLabel('Status', { exact: true }).selectOption('All, with deleted');
  await page.getByLabel('Created', { exact: true }).selectOption('Days in UTC');
  await page.getByLabel('To', { exact: true }).fill(day);
  await page.getByLabel('From', { exact: true }).fill(day);
  await expect(page).toHaveURL(`/users?status=all&createdTo=${day}&createdFrom=${day}`);
  await expectUsers(page, found.users);
  await page.reload();
  await expectUsers(page, found.users);
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(day);

  const deleted = rows(page).filter({ hasText: 'Deleted' }).first();
  await expect(deleted.getByRole('button', { expanded: false })).toHaveCount(0);
  await deleted.locator('td').nth(2).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Remove filter Created: Days in UTC' }).click();
  await expect(page).toHaveURL('/users?status=all');
});

test('ignores invalid URL parameters and offers the last page for a page beyond the end', async ({
  adminPage: page,
}) => {
  await page.goto('/users?page=-7&search=&other=1');
  await expect(page.getByText('Showing 1 to 20 of')).toBeVisible();
  await page.goto('/users?page=9999');
  await expect(page.getByText("Page 9,999 doesn't exist")).toBeVisible();
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expect(rows(page)).not.toHaveCount(0);
});

test('shows user names literally and never runs them as code', async ({ adminPage: page }) => {
  const names = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{{7*7}}', '%_\\%'];
  for (const name of names) {
    await page.goto(`/users?${new URLSearchParams({ search: name })}`);
    await expect(rows(page).getByText(name, { exact: true }).first()).toBeVisible();
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  }
});

test('labels blocked users with a word', async ({ adminPage: page }) => {
  await page.goto('/users');
  const { users } = await fetchUsers(page, { limit: 100, offset: 0 });
  const blocked = users.find(({ blockedAt }) => blockedAt !== null);
  const open = users.find(({ blockedAt }) => blockedAt === null);
  for (const [user, times] of [
    [blocked, 1],
    [open, 0],
  ] as const) {
    await page.goto(`/users?${new URLSearchParams({ search: user?.email ?? 'none' })}`);
    await expect(rows(page).filter({ hasText: user?.email ?? 'none' })).toHaveCount(1);
    await expect(rows(page).getByText('Blocked', { exact: true })).toHaveCount(times);
  }
});

test('shows the copy button next to its email', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/users');
  const cell = rows(page).first().locator('td:nth-child(2)');
  await cell.hover();
  const [email, button] = [
    await cell.locator('bdi').boundingBox(),
    await cell.getByRole('button').boundingBox(),
  ];
  expect((button?.x ?? 0) - (email?.x ?? 0) - (email?.width ?? 0)).toBeLessThanOrEqual(12);
});

test('filters by status, and the total of each is exact', async ({ adminPage: page }) => {
  const [all, active, blocked] = await Promise.all(
    [{}, { status: 'active' }, { status: 'blocked' }].map(async (query) => await fetchUsers(page, query)),
  );
  expect(blocked?.totalCount).toBeGreaterThan(0);
  expect(Number(active?.totalCount) + Number(blocked?.totalCount)).toBe(all?.totalCount);
  await page.goto('/users?page=3');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Blocked');
  await expect(page).toHaveURL('/users?status=blocked');
  await expectUsers(page, blocked?.users ?? []);
  await page.reload();
  await expectUsers(page, blocked?.users ?? []);
  await page.goBack();
  await expect(page).toHaveURL('/users?page=3');
});
