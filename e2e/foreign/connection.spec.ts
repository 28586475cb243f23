import { expect, type Page } from '@playwright/test';
import { UNAUTHENTICATED } from '../support/answers.ts';
import { startForeignServer } from '../support/foreign-server.ts';
import { test } from '../support/foreign-test.ts';
import { friendlyScript } from '../support/friendly/friendly-script.ts';
import { keepBusy } from '../support/page-weight.ts';
import { enterPassword, expectScreen, menuLink, toast } from '../support/screens.ts';

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection' });
const NOBODY = { body: { users: [], totalCount: 0 } };

test('reports a lost connection, keeps the list, and refetches it afterwards', async ({
  page,
  context,
  serve,
}) => {
  const server = await serve();
  await keepBusy(page);
  await page.goto(`${server.origin}/users`);
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
  await context.setOffline(true);
  await expect(strip(page)).toBeVisible();
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);

  server.answer({ 'GET /users': NOBODY });
  await context.setOffline(false);
  await expect(page.getByText('No users yet')).toBeVisible();
  await expect(strip(page)).toBeHidden();
  expect(server.calls.filter(({ path }) => path === '/users')).toHaveLength(2);
});

test('checks the session again when the server is back', async ({ page, context, serve }) => {
  const { origin, answer } = await serve({ 'GET /auth/me': { hangUp: true } });
  await keepBusy(page);
  await page.goto(`${origin}/users`);
  await expect(page.getByText("Couldn't check your session")).toBeVisible();
  answer({ 'GET /auth/me': { body: { uuid: 'a', email: 'ada@example.com' } } });
  await context.setOffline(true);
  await expect(strip(page)).toBeVisible();
  await context.setOffline(false);
  await expectScreen(page, '/users', 'User Management');
});

test('does not report a lost connection after a single failed call', async ({ page, serve }) => {
  const { origin } = await serve({ 'GET /users': { hangUp: true } });
  const asked = page.waitForResponse((answer) => answer.request().method() === 'HEAD');
  await page.goto(`${origin}/users`);
  await expect(toast(page, 'Network Error')).toBeVisible();
  await asked;
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
});

test.describe(() => {
  test.use({ mayFail: /./ });

  test('detects an unreachable server after a failed call, and detects when it is back', async ({
    page,
    serve,
  }) => {
    const { origin, close } = await serve();
    const toaster = [/\/toaster-[^/]+\.js$/, /\/toaster-[^/]+\.css$/].map((file) =>
      page.waitForResponse(file),
    );
    await page.goto(`${origin}/users`);
    await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
    for (const response of await Promise.all(toaster)) await response.finished();
    await close();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(toast(page, 'Network Error')).toContainText('Please check your internet connection.');
    await expect(toast(page, 'Failed to load users')).toBeVisible();
    await expect(strip(page)).toBeVisible();

    const back = await startForeignServer({
      script: friendlyScript(),
      port: Number(new URL(origin).port),
    });
    await expect(page.getByText('Showing 21 to 40 of 43 users')).toBeVisible();
    await expect(strip(page)).toBeHidden();
    await back.close();
  });

  test('loads a list that failed as soon as the server is back', async ({ page, serve }) => {
    const { origin, close } = await serve();
    const code = ['merchants', 'panels'].map(async (name) => {
      const file = await page.waitForResponse(new RegExp(`/assets/${name}-[^/]*\\.js$`));
      await file.finished();
    });
    await page.goto(`${origin}/users`);
    await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
    await menuLink(page, 'Merchants').hover();
    await Promise.all(code);
    await page.waitForLoadState('networkidle');
    await close();
    await menuLink(page, 'Merchants').click();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect(strip(page)).toBeVisible();
    const back = await startForeignServer({ script: friendlyScript(), port: Number(new URL(origin).port) });
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await back.close();
  });

  test('reports a connection that was lost before the first response', async ({ page, context, serve }) => {
    const { origin } = await serve({ 'GET /auth/me': UNAUTHENTICATED });
    await page.goto(`${origin}/login`);
    await expect(page.getByLabel('Password', { exact: true })).toBeEditable();
    await context.setOffline(true);
    await enterPassword(page, { email: 'ada@example.com', password: 'any password' });
    const told = page.getByRole('alert').filter({ hasText: 'Network Error' });
    await expect(told.first()).toContainText('Please check your internet connection.');
    await expect(told).toHaveCount(0);
  });

  test('the strip does not cover a panel on a phone', async ({ page, context, serve }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { origin } = await serve();
    await page.goto(`${origin}/users`);
    await page.getByRole('button', { name: 'Ada Lovelace' }).first().click();
    const close = page.locator('dialog[data-side="right"]').getByText('Close', { exact: true });
    await expect(close).toBeVisible();
    await context.setOffline(true);
    await expect(strip(page)).toBeVisible();
    const top = (await strip(page).boundingBox())?.y ?? 0;
    await expect
      .poll(async () => {
        const box = await close.boundingBox();
        return box ? box.y + box.height : Number.NaN;
      })
      .toBeLessThanOrEqual(top);
  });
});
