import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { auditEntries } from '../support/friendly/friendly-audit-logs.ts';
import { idOfWallet } from '../support/friendly/friendly-wallets.ts';
import { provenAuditLogs } from '../support/proven-audit-logs.ts';

/** Width of A4 without its margins. */
const PAPER = { width: 718, height: 1_000 };

/** Shows the page as on paper, from the dark theme. */
async function printed(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize(PAPER);
}

const style = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test('a list is printed whole, black on white, with its title and the time', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${origin}/wallets`);
  const table = page.getByRole('table');
  await expect(table.locator('tbody button').first()).toBeVisible();
  await printed(page);
  await expect(table.getByRole('columnheader').filter({ visible: true })).toHaveText([
    'Network',
    'Address',
    'Native Balance',
    'Tokens',
    'Total Value',
    'Transactions',
  ]);
  await expect(table.getByText('$1,284,905.37')).toBeVisible();
  for (const control of ['aside', 'header', 'select', 'main button:not([data-row-opener], [role=tab])'])
    await expect(page.locator(control).filter({ visible: true }), control).toHaveCount(0);
  expect(await style(page, 'body', 'background-color')).toBe('rgb(255, 255, 255)');
  expect(await style(page, 'td', 'color')).toBe('rgb(0, 0, 0)');
  const first = await page.evaluate(
    () => getComputedStyle(document.querySelector('main') ?? document.body, '::before').content,
  );
  expect(first).toMatch(
    /^"Wallet Management \| Admin \| Halyard, printed \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"$/,
  );
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
});

test('a filtered list is printed with its filters', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/audit-logs?status=failure&actorEmail=ada%40example.com&from=2026-03-01`);
  await expect(page.getByRole('heading', { name: 'Audit Logs' })).toBeVisible();
  const filters = page.getByText('Only Actor: ada@example.com · Status: Failure · Time: since 2026-03-01');
  await expect(filters).toBeHidden();
  await printed(page);
  await expect(filters).toBeVisible();
});

test('a verified audit log is printed with its verdict', async ({ page, serve }) => {
  const { origin } = await serve(provenAuditLogs(auditEntries()));
  await page.goto(`${origin}/audit-logs`);
  await expect(page.getByRole('button', { name: /^Verified up to entry/ })).toBeVisible();
  await printed(page);
  await expect(page.getByText(/^Verified up to entry \d+, sealed \d{4}-\d\d-\d\d/)).toBeVisible();
});

test('an open panel is printed whole instead of its list', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${origin}/wallets?wallet=${idOfWallet(0)}`);
  const panel = page.getByRole('dialog', { name: 'Wallet Details' });
  await expect(panel.getByText('Never backed up')).toBeAttached();
  await printed(page);
  await expect(page.getByRole('table', { name: 'Outbound' })).toBeHidden();
  // The panel may still slide in.
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 0, width: PAPER.width });
  const last = await panel.getByText('Never backed up').boundingBox();
  const box = await panel.boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`lines and quiet text are stronger on request in the ${colorScheme} theme`, async ({
    page,
    serve,
  }) => {
    const { origin } = await serve();
    await page.emulateMedia({ colorScheme });
    await page.goto(`${origin}/users`);
    await expect(page.locator('td').first()).toBeVisible();
    const read = async () => [
      await style(page, 'td', 'border-bottom-color'),
      await style(page, 'th', 'color'),
    ];
    const normal = await read();
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    const [line, quiet] = await read();
    expect(line).not.toBe(normal[0]);
    expect(quiet).not.toBe(normal[1]);
  });
}
