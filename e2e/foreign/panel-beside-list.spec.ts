import { SIDEBAR } from '@halyard/contract/constants';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { uuidOfUser } from '../support/friendly/friendly-users.ts';
import { idOfWallet } from '../support/friendly/friendly-wallets.ts';
import { fitProblems } from '../support/screen-fit.ts';
import { menuOfInvitation, openRow, toast } from '../support/screens.ts';

const panel = (page: Page) => page.locator('dialog[data-side="right"]');
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const list = (page: Page) => page.getByRole('table').first();

for (const width of [768, 1024, 1280, 1440, 1920]) {
  test(`an open wallet covers nothing of the list at ${width} px`, async ({ page, serve }) => {
    await page.setViewportSize({ width, height: 800 });
    const { origin } = await serve();
    await page.goto(`${origin}/wallets?wallet=${idOfWallet(0)}`);
    await expect(panel(page).getByText('Never backed up')).toBeAttached();
    const [beside, open] = [await list(page).boundingBox(), await panel(page).boundingBox()];
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(open?.x ?? 0);
    expect(await fitProblems(page)).toEqual([]);
  });
}

test('a narrow table hides whole columns, the least important ones first', async ({ page, serve }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { origin } = await serve();
  await page.goto(`${origin}/wallets`);
  const headers = list(page).getByRole('columnheader');
  const all = ['Network', 'Address', 'Native Balance', 'Tokens', 'Total Value', 'Transactions'];
  await expect(headers).toHaveText(all);
  await openRow(page, /^Ethereum/);
  await expect(headers.filter({ visible: true })).toHaveText([
    'Network',
    'Address',
    'Native Balance',
    'Total Value',
  ]);
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(headers.filter({ visible: true })).toHaveText(all.slice(0, 5));
  await page.setViewportSize({ width: 1920, height: 800 });
  await expect(headers.filter({ visible: true })).toHaveText(all);
});

test('an open panel collapses the sidebar below 1600 px, and only a toggle is stored', async ({
  page,
  context,
  serve,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { origin } = await serve();
  const stored = async () => (await context.cookies()).find(({ name }) => name === SIDEBAR.cookieName)?.value;
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  const close = () => panel(page).getByRole('button', { name: 'Close', exact: true }).click();
  await page.goto(`${origin}/users`);
  await expect(sidebar(page)).toHaveAttribute('data-state', 'expanded');
  await openRow(page, 'Ada Lovelace');
  await expect(sidebar(page)).toHaveAttribute('data-state', 'collapsed');
  await close();
  await expect(sidebar(page)).toHaveAttribute('data-state', 'expanded');
  expect(await stored()).toBeUndefined();
  await openRow(page, 'Ada Lovelace');
  await toggle.click();
  await expect(sidebar(page)).toHaveAttribute('data-state', 'expanded');
  expect(await stored()).toBe('true');
  await page.keyboard.press('Control+b');
  await expect(sidebar(page)).toHaveAttribute('data-state', 'collapsed');
  expect(await stored()).toBe('false');
  await close();
  await expect(sidebar(page)).toHaveAttribute('data-state', 'collapsed');
  await toggle.click();
  await page.setViewportSize({ width: 1600, height: 800 });
  await openRow(page, 'Ada Lovelace');
  await expect(sidebar(page)).toHaveAttribute('data-state', 'expanded');
});

test('Escape closes the panel at once while the pointer rests on a time', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users?user=${uuidOfUser(0)}`);
  await expect(panel(page).getByLabel('Max Merchants')).toBeVisible();
  await panel(page).locator('time').first().hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('tooltip')).toBeHidden();
});

for (const path of ['/users', '/invitations', '/audit-logs', '/wallets?type=inbound']) {
  test(`the exact time stays in its row on ${path}`, async ({ page, serve }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const { origin } = await serve();
    await page.goto(origin + path);
    const row = page.locator('tbody tr').nth(3);
    await expect(row.locator('time').first()).toBeVisible();
    for (const time of await row.locator('time').all()) {
      await time.hover();
      // The tooltip of the time before may still be there for a moment.
      await expect(page.getByRole('tooltip')).toHaveCount(1);
      await expect(async () => {
        const [tip, around] = [await page.getByRole('tooltip').boundingBox(), await row.boundingBox()];
        // Half of the space between the texts of two rows.
        expect(tip?.y).toBeGreaterThanOrEqual((around?.y ?? 0) - 8);
        expect((tip?.y ?? 0) + (tip?.height ?? 0)).toBeLessThanOrEqual(
          (around?.y ?? 0) + (around?.height ?? 0) + 8,
        );
      }).toPass();
    }
  });
}

test('a toast does not cover the row that the user acted on', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/invitations`);
  const actions = page.getByRole('button', { name: /^Actions for / }).last();
  await actions.scrollIntoViewIfNeeded();
  const email = ((await actions.getAttribute('aria-label')) ?? '').replace('Actions for ', '');
  const menu = await menuOfInvitation(page, email);
  await menu.getByRole('menuitem', { name: 'Resend' }).click();
  const shown = toast(page, `Invitation resent to ${email}`);
  await expect(shown).toBeVisible();
  await expect(shown).toHaveAttribute('data-mounted', 'true');
  await expect
    .poll(async () => {
      const [covering, row] = [
        await shown.boundingBox(),
        await actions.locator('xpath=ancestor::tr').boundingBox(),
      ];
      return (covering?.y ?? 0) + (covering?.height ?? 0) <= (row?.y ?? 0);
    })
    .toBe(true);
});
