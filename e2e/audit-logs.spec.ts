import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';
import { expectScreen, toast } from './support/screens.ts';

const VERIFIER = fileURLToPath(new URL('../scripts/verify-audit-export.mjs', import.meta.url));

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Audit logs' }).locator('tbody').getByRole('row');

// @spec 1.12
test('records an action at once, and filters find it', async ({ page, administrator }) => {
  const guest = `audited-by-${administrator.email}`;
  await page.goto('/invitations');
  await page.getByRole('button', { name: 'Invite User' }).click();
  await page.getByLabel('Email Address').fill(guest);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Invitation sent successfully')).toBeVisible();

  await page.goto('/audit-logs');
  await expectScreen(page, '/audit-logs', 'Audit Logs');
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole('searchbox', { name: 'Actor email' }).fill(administrator.email.toUpperCase());
  await page.getByRole('combobox', { name: 'Action category' }).selectOption('Invitation management');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().click();
  const drawer = page.getByRole('dialog', { name: 'Audit Log Details' });
  await expect(drawer).toContainText(guest);
  await expect(drawer).toContainText(administrator.email);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failure');
  await expect(drawer).toBeHidden();
  await expect(page.getByText('No audit logs found')).toBeVisible();
});

// @spec 2.74
test('shows the first entry on the last page', async ({ adminPage: page }) => {
  await page.goto('/audit-logs');
  await expect(rows(page)).toHaveCount(20);
  const place = (await page.getByText(/^Page 1 of/).textContent()) ?? '';
  const [, pages = ''] = /of ([\d,]+)$/.exec(place) ?? [];
  await page.goto(`/audit-logs?page=${pages.replaceAll(',', '')}`);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expect(rows(page).first()).toBeVisible();
});

test('verifies the entries in the browser and detects one altered in transit', async ({
  adminPage: page,
}) => {
  const proved = page
    .getByRole('main')
    .getByText(/^Verified up to entry [\d,]+, sealed [\d-]+ \d\d:\d\d UTC$/);
  await page.goto('/audit-logs');
  await expect(proved).toBeVisible();
  await page.goto('/audit-logs?actionCategory=authentication&page=2');
  await expect(proved).toBeVisible();

  await page.route('**/audit-logs?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.logs[3].description = 'Nothing happened';
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/audit-logs');
  await expect(page.getByRole('alert')).toContainText(/^Entry [\d,]+ has been altered\./);
});

test('exports JSON Lines that the offline verifier accepts', async ({ adminPage: page }) => {
  await page.goto('/audit-logs');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: /^Export [\d,]+ audit logs$/ });
  await dialog.getByRole('radio', { name: /^JSON Lines/ }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download JSON Lines' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-logs-[\d-]{10}\.jsonl$/);
  const said = execFileSync(process.execPath, [VERIFIER, await download.path()], { encoding: 'utf8' });
  expect(said).toMatch(/^GENUINE: entries 1 to \d+ are exactly as they were written, and none is missing/);
});
