import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
    .getByRole('button', { name: /^Verified up to entry [\d,]+, sealed [\d-]+ \d\d:\d\d UTC$/ });
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

test('filters find parts of what the table shows', async ({ page, administrator }) => {
  await page.goto('/audit-logs');
  const [part = ''] = administrator.email.toUpperCase().split('@');
  await page.getByRole('searchbox', { name: 'Actor email' }).fill(part);
  await page.getByRole('searchbox', { name: 'Action', exact: true }).fill('FACTOR authentication');
  await expect(rows(page).first()).toContainText('Two-factor authentication enabled');
  await expect(rows(page).first()).toContainText(administrator.email);
  await page.goto('/audit-logs?actorEmail=api%20KEY&resourceId=SYST');
  await expect(rows(page).first()).toContainText('API key');
  await expect(rows(page).first()).toContainText('System');
});

test('a link opens an entry that is on another page, and cites it', async ({ adminPage: page }) => {
  const answer = await page.request.get('/api/admin/v1/audit-logs?limit=1&offset=40');
  const [{ id, sequence, description }] = (await answer.json()).logs;
  await page.goto(`/audit-logs?entry=${id}`);
  const drawer = page.getByRole('dialog', { name: 'Audit Log Details' });
  await expect(drawer).toContainText(description);
  await expect(drawer).toContainText(sequence.toLocaleString('en-US'));
  await expect(drawer).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  await expect(drawer).toContainText(`/audit-logs?entry=${id}`);
  await expect(drawer.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test('hides the platform feed with one click, and remembers it', async ({ adminPage: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  const lists = () => asked.filter((url) => url.includes('/audit-logs?'));
  await page.goto('/audit-logs');
  await expect(page.getByRole('button', { name: 'Hide platform feed' })).toBeVisible();
  await expect.poll(() => lists().length).toBeGreaterThan(0);
  expect(lists().every((url) => new URL(url).search === '?limit=20&offset=0')).toBe(true);
  await page.getByRole('button', { name: 'Hide platform feed' }).click();
  await expect.poll(() => lists().at(-1)).toContain('platformFeed=hide');
  await expect(rows(page).filter({ hasText: 'platform_feed.' })).toHaveCount(0);
  await expect(page.getByRole('main').getByText(/^Verified up to entry/)).toBeVisible();
  asked.length = 0;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Hide platform feed', pressed: true })).toBeVisible();
  await expect.poll(() => lists().length).toBeGreaterThan(0);
  expect(lists().every((url) => url.includes('platformFeed=hide'))).toBe(true);
});

test('explains the proof, and gives the verifier for an export', async ({ adminPage: page }) => {
  await page.goto('/audit-logs');
  await page.getByRole('button', { name: /^Verified up to entry/ }).click();
  const popover = page.getByRole('dialog', { name: 'How this page was verified' });
  await expect(popover).toContainText('exactly as it was written');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    popover.getByRole('link', { name: 'Download the verifier' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toBe(readFileSync(VERIFIER, 'utf8'));
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
  await expect(page.getByRole('button', { name: /^Verified up to entry/ })).toBeFocused();
});

for (const width of [390, 820, 1280, 1440, 1920]) {
  test(`the filters keep the list in place and fit at ${width} px`, async ({ adminPage: page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/audit-logs');
    await expect(rows(page)).toHaveCount(20);
    if (width < 768) await page.getByText('Filters', { exact: true }).click();
    const top = async () => (await page.getByRole('table', { name: 'Audit logs' }).boundingBox())?.y;
    const before = await top();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Success');
    await page.getByRole('combobox', { name: 'Action category' }).selectOption('System operation');
    await expect(page.getByRole('button', { name: 'Remove filter Status: Success' })).toBeVisible();
    if (width >= 768) expect(await top()).toBe(before);
    const fields = await page.getByRole('main').locator('select, input[type=search]').all();
    const boxes = await Promise.all(fields.map((field) => field.boundingBox()));
    expect(boxes).toHaveLength(8);
    const inLine = Map.groupBy(boxes, (box) => box?.y);
    for (const [, line] of inLine) expect(line.length).toBe(boxes.length / inLine.size);
    for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  });
}

test('exports JSON Lines that the offline verifier accepts', async ({ adminPage: page }) => {
  await page.goto('/audit-logs');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Export [\d,]+ audit log entries$/ });
  await dialog.getByRole('radio', { name: /^JSON Lines/ }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download JSON Lines' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-logs-[\d-]{10}\.jsonl$/);
  const said = execFileSync(process.execPath, [VERIFIER, await download.path()], { encoding: 'utf8' });
  expect(said).toMatch(/^GENUINE: entries 1 to \d+ are exactly as they were written, and none is missing/);
});
