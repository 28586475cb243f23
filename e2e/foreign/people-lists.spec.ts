import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { uuidOfUser } from '../support/friendly/friendly-users.ts';
import { NEVER } from '../support/scenes/scene.ts';
import { expectScreen, menuLink, menuOfInvitation, toast } from '../support/screens.ts';

const LISTS = [
  ['/users', 'User Management', 'Users'],
  ['/merchants', 'Merchant Management', 'Merchants'],
  ['/invitations', 'Invitation Management', 'Invitations'],
] as const;

const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');

/** The text that identifies a row. An image next to it may load late or not at all. */
const firstName = (page: Page, table: string) => rows(page, table).first().locator('bdi').first();

for (const [path, heading, table] of LISTS) {
  // @spec 2.97, D.114
  test(`${path} can be sorted and paged, and the URL keeps both`, async ({ page, serve }) => {
    const { origin } = await serve();
    await page.goto(origin + path);
    await expectScreen(page, path, heading);
    await expect(rows(page, table)).toHaveCount(20);
    const newest = await firstName(page, table).textContent();
    await page.getByRole('button', { name: 'Created At' }).click();
    await expect(page).toHaveURL(`${origin}${path}?sort=oldest`);
    await expect(firstName(page, table)).not.toHaveText(newest ?? '');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL(`${origin}${path}?sort=oldest&page=2`);
    await page.reload();
    await expect(page.getByText('Showing 21 to')).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(firstName(page, table)).toHaveText(newest ?? '');
  });

  test(`${path} fits on a phone`, async ({ page, serve }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { origin } = await serve();
    await page.goto(origin + path);
    await expect(rows(page, table)).toHaveCount(20);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'Created At' }).click();
    await expect(page).toHaveURL(`${origin}${path}?sort=oldest`);
  });
}

const body = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody:not([aria-hidden])');

test('a revisited list shows its cached rows, dimmed if the refetch takes long', async ({ page, serve }) => {
  const { origin, answer } = await serve();
  await page.goto(`${origin}/users`);
  await expect(rows(page, 'Users')).toHaveCount(20);
  await menuLink(page, 'Merchants').click();
  await expect(body(page, 'Merchants').getByRole('row')).toHaveCount(20);
  answer({ 'GET /users': NEVER });
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const found = document.querySelector('table[aria-label="Users"] tbody:not([aria-hidden])');
      if (!found) return;
      watch.disconnect();
      document.body.dataset['firstOpacity'] = getComputedStyle(found).opacity;
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  await menuLink(page, 'Users').click();
  await expect(page.locator('body')).toHaveAttribute('data-first-opacity', '1');
  await expect(body(page, 'Users')).toHaveCSS('opacity', '0.5');
  await expect(page.locator('.progress-line')).toBeVisible();
});

test('rows are dimmed until their replacements arrive', async ({ page, serve }) => {
  const { origin, answer } = await serve();
  await page.goto(`${origin}/users`);
  await expect(body(page, 'Users')).toHaveCSS('opacity', '1');
  answer({ 'GET /users': NEVER });
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(body(page, 'Users')).toHaveCSS('opacity', '0.5');
  await expect(page.locator('.progress-line')).toBeVisible();
});

const LISTED = {
  uuid: uuidOfUser(0),
  name: 'Ada Lovelace',
  email: 'user@test.com',
  merchantCount: 3,
  createdAt: '2026-03-03T12:04:05.678Z',
};
const LISTED_ALONE = { 'GET /users': { body: { users: [LISTED], totalCount: 1 } } };

for (const width of [1280, 1440]) {
  test(`a click on the middle of a user's row opens the panel, at ${width} px`, async ({ page, serve }) => {
    await page.setViewportSize({ width, height: 900 });
    const { origin } = await serve(LISTED_ALONE);
    await page.goto(`${origin}/users`);
    await page.getByRole('row', { name: 'user@test.com' }).click();
    await expect(page).toHaveURL(`${origin}/users?user=${LISTED.uuid}`);
    await expect(page.locator('dialog[data-side="right"]')).toBeVisible();
  });
}

test('a count shows its unit only if the column header is hidden', async ({ page, serve }) => {
  const { origin } = await serve(LISTED_ALONE);
  await page.goto(`${origin}/users`);
  const count = rows(page, 'Users').getByRole('cell').nth(2);
  await expect(count).toHaveText('3');
  await expect(count).toHaveAccessibleName('3');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(count).toHaveAccessibleName('3 merchants');
});

test('a list is exported with its filters', async ({ page, serve }) => {
  const server = await serve();
  await page.goto(`${server.origin}/users?search=ada`);
  await expect(rows(page, 'Users').first()).toBeVisible();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog).toContainText('users whose name or email contains “ada”, not just this page.');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('users.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe('email\r\nada@example.com\r\n');
  expect(server.calls.find(({ path }) => path === '/exports')?.body).toEqual({
    of: 'users',
    search: 'ada',
    includeDeleted: false,
  });
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused();
});

test('merchants are searched while typing, and Back returns to the unfiltered page', async ({
  page,
  serve,
}) => {
  const server = await serve();
  await page.goto(`${server.origin}/merchants?page=2`);
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await page.getByPlaceholder('Search by merchant name or creator email...').pressSequentially('creator2');
  await expect(page).toHaveURL(`${server.origin}/merchants?search=creator2`);
  await expect(rows(page, 'Merchants')).toHaveCount(10);
  expect(server.calls.filter(({ query }) => query.get('search') === 'creator2')).toHaveLength(1);
  await page.getByRole('searchbox').press('Backspace');
  await expect(page).toHaveURL(`${server.origin}/merchants?search=creator`);
  await page.goBack();
  await expect(page).toHaveURL(`${server.origin}/merchants?page=2`);
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('a search typed before another screen is chosen does not call the list back', async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  const isLate = Promise.withResolvers<void>();
  await page.route('**/assets/users-*.js', async (route) => {
    await isLate.promise;
    await route.continue();
  });
  await page.goto(`${origin}/merchants`);
  await expect(rows(page, 'Merchants').first()).toBeVisible();
  await page.getByRole('searchbox').pressSequentially('creator');
  await menuLink(page, 'Users').click();
  // Longer than the search waits for further letters.
  await page.waitForTimeout(600);
  isLate.resolve();
  await expectScreen(page, '/users', 'User Management');
  await expect(page).toHaveURL(`${origin}/users`);
});

// @spec 2.83
test('an invitation can be sent, resent and revoked by keyboard alone', async ({ page, serve }) => {
  const server = await serve();
  await page.goto(`${server.origin}/invitations`);
  const invite = page.getByRole('button', { name: 'Invite User' });
  await invite.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email Address')).toBeFocused();
  await page.keyboard.type(' ada@example.com ');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Invitation sent successfully')).toBeVisible();
  await expect(invite).toBeFocused();
  await expect(rows(page, 'Invitations').first()).toContainText('ada@example.com');
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'ada@example.com' });

  const expired = page.getByRole('row', { name: /guest5@/ });
  await expect(expired).toContainText('Expired');
  await expired.getByRole('button', { name: 'Actions for guest5@example.com' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Resend' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Invitation resent to guest5@example.com')).toBeVisible();
  await expect(expired).not.toContainText('Expired');

  const menu = await menuOfInvitation(page, 'guest1@example.com');
  await menu.getByRole('menuitem', { name: 'Revoke' }).press('Enter');
  await expect(toast(page, 'Invitation for guest1@example.com revoked')).toBeVisible();
  const revoked = page.getByRole('row', { name: /guest1@/ });
  await expect(revoked).toContainText('Revoked');
  await expect(revoked.getByRole('button', { name: /^Actions/ })).toHaveCount(0);
});
