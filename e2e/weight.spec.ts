import { PAGE_SIZE } from '@halyard/contract/constants';
import { expect, type Page } from '@playwright/test';
import { countElements, keepBusy, weighPage } from './support/page-weight.ts';
import { test } from './support/product-test.ts';
import { codeCells, enterPassword, expectScreen, menuLink } from './support/screens.ts';

const SIGN_IN_MAX_BYTES = 75_000;
const SCREEN_MAX_BYTES = 150_000;
const SIGN_IN_TO_LIST_MAX_BYTES = 151_000;
const MAX_REQUESTS = 12;
/** Icons are SVG elements of up to five nodes each. */
const MAX_ELEMENTS = 750;

/** Requests that verify the rows of the audit log. */
const PROOF_REQUESTS = /\/proof\?|\/check-page-worker-/;

interface Screen {
  readonly path: string;
  readonly heading: string;
  /** Table name, if it shows a full page of rows. */
  readonly list?: string;
  /** Last element to appear, if not the table. */
  readonly last?: RegExp;
}

const SCREENS: readonly Screen[] = [
  { path: '/dashboard', heading: 'Dashboard' },
  { path: '/users', heading: 'User Management', list: 'Users' },
  { path: '/merchants', heading: 'Merchant Management', list: 'Merchants' },
  { path: '/wallets', heading: 'Wallet Management' },
  { path: '/wallets?type=inbound', heading: 'Wallet Management', list: 'Inbound wallets' },
  { path: '/invitations', heading: 'Invitation Management', list: 'Invitations' },
  { path: '/audit-logs', heading: 'Audit Logs', list: 'Audit logs', last: /^Verified up to entry/ },
  { path: '/account-settings', heading: 'Account Settings' },
];

const rows = (page: Page, list: string) =>
  page.getByRole('table', { name: list }).locator('tbody:not([aria-hidden])').getByRole('row');

async function untilShown(page: Page, { path, heading, list, last }: Screen): Promise<void> {
  await expectScreen(page, new URL(path, 'http://any').pathname, heading);
  if (list !== undefined) await expect(rows(page, list)).toHaveCount(PAGE_SIZE);
  if (last !== undefined) await expect(page.getByText(last)).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test('the sign-in screen stays within its size limits', async ({ page }) => {
  const weight = weighPage(page);
  await page.goto('/login');
  await expect(page.getByText('Checking your session')).toBeHidden();
  await page.waitForLoadState('networkidle');
  expect(await weight.scriptBytes()).toBeLessThanOrEqual(SIGN_IN_MAX_BYTES);
  expect(weight.requests().length, weight.requests().join(' ')).toBeLessThanOrEqual(MAX_REQUESTS);
});

for (const screen of SCREENS) {
  test(`${screen.path} stays within its size limits`, async ({ adminPage: page }) => {
    await keepBusy(page);
    const weight = weighPage(page);
    await page.goto(screen.path);
    await untilShown(page, screen);
    const requests = weight.requests();
    expect(requests.length, requests.join(' ')).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(await weight.scriptBytes()).toBeLessThanOrEqual(SCREEN_MAX_BYTES);
    expect(await countElements(page)).toBeLessThanOrEqual(MAX_ELEMENTS);
  });
}

for (const [path, heading, list] of [
  ['/users', 'User Management', 'Users'],
  ['/wallets?type=inbound', 'Wallet Management', 'Inbound wallets'],
] as const) {
  test(`a panel over ${path} stays within its size limits`, async ({ adminPage: page }) => {
    await keepBusy(page);
    const weight = weighPage(page);
    await page.goto(path);
    await untilShown(page, { path, heading, list });
    const before = weight.requests().length;
    await rows(page, list).first().getByRole('button', { expanded: false }).first().click();
    await expect(page.locator('dialog[data-side="right"]')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(weight.requests().length - before).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(await weight.scriptBytes()).toBeLessThanOrEqual(SCREEN_MAX_BYTES);
  });
}

test('only the initial code of a screen has the eager compile hint', async ({ adminPage: page }) => {
  await keepBusy(page);
  const weight = weighPage(page);
  const hinted = async (scripts: readonly string[]) => {
    const codes = await Promise.all(scripts.map(async (path) => await (await page.request.get(path)).text()));
    return scripts.filter((_, position) => codes[position]?.startsWith('//# allFunctionsCalledOnLoad\n'));
  };
  await page.goto('/users');
  await untilShown(page, { path: '/users', heading: 'User Management', list: 'Users' });
  const begun = weight.scripts();
  const named = (await hinted(begun)).map((path) => path.replace(/^.*\/|-.{8}\.js$/g, ''));
  expect(named.sort()).toEqual(['screens', 'shared', 'start', 'users']);

  await rows(page, 'Users').first().getByRole('button', { expanded: false }).first().click();
  await expect(page.locator('dialog[data-side="right"]')).toBeVisible();
  const opened = weight.scripts().slice(begun.length);
  expect(opened).not.toEqual([]);
  expect(await hinted(opened)).toEqual([]);
});

test('the code from sign-in to the users list stays within its size limit', async ({
  page,
  administrator,
}) => {
  await page.context().clearCookies();
  await keepBusy(page);
  const weight = weighPage(page);
  await page.goto('/login');
  await enterPassword(page, administrator);
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expectScreen(page, '/dashboard', 'Dashboard');
  await menuLink(page, 'Users').click();
  await untilShown(page, { path: '/users', heading: 'User Management', list: 'Users' });
  expect(await weight.scriptBytes()).toBeLessThanOrEqual(SIGN_IN_TO_LIST_MAX_BYTES);
});

test('requests only the rows, once, when navigating between lists', async ({ adminPage: page }) => {
  const weight = weighPage(page);
  await page.goto('/users');
  await untilShown(page, { path: '/users', heading: 'User Management', list: 'Users' });
  for (const name of ['merchants', 'invitations', 'audit-logs', 'wallets', 'account-settings', 'system']) {
    await expect
      .poll(() => weight.scripts(), 'other screens are prefetched')
      .toContainEqual(expect.stringMatching(new RegExp(`/${name}-[^/]+\\.js$`)));
  }
  await page.waitForLoadState('networkidle');
  for (const [name, path, heading, list] of [
    ['Merchants', '/merchants', 'Merchant Management', 'Merchants'],
    ['Invitations', '/invitations', 'Invitation Management', 'Invitations'],
    ['Audit Logs', '/audit-logs', 'Audit Logs', 'Audit logs'],
  ] as const) {
    const before = weight.requests().length;
    await page.getByRole('link', { name, exact: true }).click();
    await untilShown(page, { path, heading, list });
    const requested = weight.requests().slice(before);
    expect(requested.filter((request) => !PROOF_REQUESTS.test(request))).toEqual([
      expect.stringContaining(`/api/admin/v1${path}?`),
    ]);
  }
});
