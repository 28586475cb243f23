import { expect, type Page } from '@playwright/test';
import { test } from '../../support/foreign-test.ts';
import { auditEntries } from '../../support/friendly/friendly-audit-logs.ts';
import { expectFocusKept, expectFocusShown, pressAt, tabTo } from '../../support/keyboard.ts';
import { provenAuditLogs } from '../../support/proven-audit-logs.ts';

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Audit Log Details' });
const row = (page: Page, position: number) => page.locator('[data-row-opener]').nth(position);
const total = (page: Page, count: string) =>
  expect(page.getByRole('status').filter({ hasText: `${count} in total` })).toBeVisible();

test('filters the audit logs and clears the filters by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/audit-logs`);
  await total(page, '61');
  await tabTo(page, page.getByRole('searchbox', { name: 'Action', exact: true }));
  await page.keyboard.type('user.block');
  await total(page, '13');
  await tabTo(page, page.getByLabel('Status', { exact: true }));
  await page.keyboard.type('Suc');
  await expect(page.getByLabel('Status', { exact: true })).toBeFocused();
  await pressAt(page, page.getByRole('button', { name: 'Remove filter Status: Success' }));
  await total(page, '13');
  await pressAt(page, page.getByRole('button', { name: 'Remove filter Action: user.block' }));
  await total(page, '61');
  await expectFocusShown(page);
});

test('moves through the entries with the panel open, and back to the list', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/audit-logs`);
  await pressAt(page, row(page, 0));
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 1)).toBeFocused();
  await expect(row(page, 1)).toHaveAttribute('aria-expanded', 'true');
  await expect(drawer(page).getByText('Wallet backup downloaded')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeFocused();
  await expectFocusShown(page);
  await pressAt(page, drawer(page).getByRole('button', { name: 'Close panel' }));
  await expect(drawer(page)).toBeHidden();
  await expect(row(page, 1)).toBeFocused();
});

test('chooses the format of an export by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/audit-logs`);
  const opener = page.getByRole('button', { name: 'Export' });
  const dialog = page.getByRole('dialog', { name: 'Export 61 audit log entries' });
  await pressAt(page, opener);
  await tabTo(page, dialog.getByRole('radio', { name: /^CSV/ }));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^JSON Lines/ })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Download JSON Lines' })).toBeVisible();
  await expectFocusKept(page, dialog);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('announces whether the log is verified, and trusts another log by keyboard', async ({ page, serve }) => {
  const { origin } = await serve(provenAuditLogs(auditEntries()));
  await page.goto(`${origin}/audit-logs`);
  await expect(page.getByRole('status').filter({ hasText: /^Verified up to entry 61, / })).toBeVisible();
  await page.evaluate(() =>
    localStorage.setItem(
      'audit-log-seen',
      JSON.stringify({ size: 99, root: 'a'.repeat(64), publicKey: 'b'.repeat(64) }),
    ),
  );
  await page.reload();
  const trust = page.getByRole('alert').getByRole('button', { name: 'Trust this log from now on' });
  await pressAt(page, trust);
  await expect(page.getByRole('status').filter({ hasText: /^Verified up to entry 61, / })).toBeVisible();
  await expectFocusShown(page);
});
