import { expect, type Locator } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { idOfWallet } from '../support/friendly/friendly-wallets.ts';
import { codeCells, menuLink } from '../support/screens.ts';

/** Like the system's high-contrast themes. */
const THEMES = ['light', 'dark'] as const;

const style = (locator: Locator, name: string) =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

const backgroundOf = (locator: Locator) =>
  locator.evaluate(() => {
    const probe = document.createElement('span');
    probe.style.color = 'Canvas';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

async function expectNotBackground(locator: Locator, property: string): Promise<void> {
  await expect.poll(() => style(locator, property)).not.toBe(await backgroundOf(locator));
}

for (const colorScheme of THEMES) {
  test.describe(`forced ${colorScheme} colours`, () => {
    test.beforeEach(({ page }) =>
      page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' }),
    );

    test('selected items and controls have a border', async ({ page, serve }) => {
      const { origin } = await serve();
      await page.goto(`${origin}/wallets?wallet=${idOfWallet(0)}`);
      const panel = page.getByRole('dialog', { name: 'Wallet Details' });
      const current = menuLink(page, 'Wallets');
      const opened = page.locator('tr[data-open]');
      const [chosen, other] = ['Overview', 'Transactions'].map((name) => panel.getByRole('tab', { name }));
      await expect(opened).toBeVisible();
      for (const marked of [current, opened])
        await expect.poll(() => style(marked, 'outline-style')).toBe('solid');
      if (!chosen || !other) throw new Error('unreachable: there are two tabs');
      await expectNotBackground(chosen, 'border-bottom-color');
      await expect.poll(() => style(chosen, 'border-bottom-width')).toBe('2px');
      await expect.poll(() => style(other, 'border-bottom-width')).toBe('0px');

      await panel.getByRole('button', { name: 'Backup', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Wallet Backup' });
      await expect(codeCells(page)).toBeFocused();
      for (const framed of [dialog, dialog.getByRole('button', { name: 'Verify & Download' })]) {
        expect(Number.parseFloat(await style(framed, 'border-top-width'))).toBeGreaterThanOrEqual(1);
        await expectNotBackground(framed, 'border-top-color');
      }
      await expect.poll(() => style(dialog.locator('[data-active]'), 'outline-style')).toBe('solid');
    });

    test('the focused menu item has an outline', async ({ page, serve }) => {
      const { origin } = await serve();
      await page.goto(`${origin}/users`);
      await page.getByRole('button', { name: 'User menu' }).press('Enter');
      const reached = page.getByRole('menuitem', { name: 'Account Settings' });
      await expect(reached).toBeFocused();
      await expect.poll(() => style(reached, 'outline-style')).toBe('solid');
    });

    test('charts and marks contrast with the background', async ({ page, serve }) => {
      const { origin } = await serve();
      await page.goto(`${origin}/dashboard`);
      const line = page.locator('svg[role=img] path[fill=none]').first();
      await expect(line).toBeAttached();
      await expectNotBackground(line, 'stroke');
      const table = page.getByRole('table', { name: 'Order statuses' });
      for (const dot of await table.locator('.rounded-full').all())
        await expectNotBackground(dot, 'background-color');
    });
  });
}
