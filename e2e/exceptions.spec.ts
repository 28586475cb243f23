import { readFile } from 'node:fs/promises';
import { ADMIN_API } from '@halyard/contract/constants';
import type { ExceptionPage } from '@halyard/contract/exceptions';
import { expect, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';
import { codeCells, expectScreen, menuLink, toast } from './support/screens.ts';

async function fetchExceptions(page: Page, query: Readonly<Record<string, string>>): Promise<ExceptionPage> {
  return await (await page.request.get(`${ADMIN_API}/exceptions`, { params: query })).json();
}

/** Waits until the checker has looked at all orders of the sample data. */
async function untilChecked(page: Page): Promise<void> {
  let count = -1;
  await expect
    .poll(
      async () => {
        const before = count;
        count = (await fetchExceptions(page, { limit: '1' })).totalCount;
        return count > 0 && count === before;
      },
      { timeout: 60_000, intervals: [3_000] },
    )
    .toBe(true);
}

test('exports the exceptions that the filters show', async ({ adminPage: page }) => {
  await untilChecked(page);
  const { totalCount } = await fetchExceptions(page, { kind: 'paid_after_end', state: 'open', limit: '1' });
  await page.goto('/orders?tab=exceptions&kind=paid_after_end');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^exceptions-\d{4}-\d\d-\d\d\.csv$/);
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(totalCount);
});

test('opens an exception from the dashboard, resolves it with a fresh code, and finds it in the audit log', async ({
  page,
  product,
  administrator,
}) => {
  await untilChecked(page);
  await page.goto('/dashboard');
  await page
    .getByRole('link', { name: /open exceptions?, \$[\d,.]+ at stake$/ })
    .filter({ visible: true })
    .click();
  await expectScreen(page, '/orders', 'Orders');
  await expect(page.getByRole('tab', { name: /^Exceptions \([\d,]+\)$/, selected: true })).toBeVisible();

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Most at stake');
  const { exceptions } = await fetchExceptions(page, { state: 'open', sort: 'amount' });
  const [exception] = exceptions;
  const rows = page.getByRole('table', { name: 'Exceptions' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(exceptions.length);
  await expect(rows.first()).toContainText(exception?.merchantOrderId ?? `Wallet ${exception?.walletId}`);

  await product.ageLastCode(administrator.email);
  await rows
    .first()
    .getByRole('button', { name: /^Resolve: / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Resolve exception?' });
  await expect(dialog.getByText('opens again by itself if more money arrives')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Settled with the customer by phone');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expect(toast(page, 'Exception resolved')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('combobox', { name: 'State' }).selectOption('Resolved');
  await expect(page).toHaveURL('/orders?tab=exceptions&sort=amount&state=resolved');
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText('Settled with the customer by phone')).toBeVisible();
  const resolved = await fetchExceptions(page, { state: 'resolved' });
  expect(resolved.exceptions.map(({ id }) => id)).toEqual([exception?.id]);

  await menuLink(page, 'Audit Logs').click();
  await expectScreen(page, '/audit-logs', 'Audit Logs');
  await page
    .getByRole('row')
    .filter({ hasText: 'Exception resolved' })
    .first()
    .getByRole('button')
    .first()
    .click();
  const entry = page.locator('dialog[data-side="right"]');
  await expect(entry.getByText('Settled with the customer by phone').first()).toBeVisible();
});

test('shows amounts that changed while its dialog was open, before it resolves an exception', async ({
  adminPage: page,
  product,
}) => {
  await untilChecked(page);
  const query = { kind: 'paid_after_end', state: 'open' };
  const [exception] = (await fetchExceptions(page, { ...query, limit: '1' })).exceptions;
  await page.goto('/orders?tab=exceptions&kind=paid_after_end');
  await page
    .getByRole('button', { name: /^Resolve: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Resolve exception?' });
  await dialog.getByLabel('Reason').fill('Settled with the customer');
  await product.execute(`UPDATE exceptions SET received = 98765 WHERE id = '${exception?.id}'`);

  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(dialog.getByText('The amounts have changed')).toBeVisible();
  await expect(dialog.getByText('98,765')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Settled with the customer');

  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(toast(page, 'Exception resolved')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await product.execute(
    `UPDATE exceptions SET resolved_at = NULL, reason = NULL WHERE id = '${exception?.id}'`,
  );
});
