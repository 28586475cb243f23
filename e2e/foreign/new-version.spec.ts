import { expect, type Page } from '@playwright/test';
import { test } from '../support/breaking-test.ts';
import { startForeignServer } from '../support/foreign-server.ts';
import { friendlyScript } from '../support/friendly/friendly-script.ts';
import { keepBusy } from '../support/page-weight.ts';
import { expectScreen, menuLink } from '../support/screens.ts';

const MERCHANTS = '**/assets/merchants-*.js';
const MISSING = "Couldn't load part of this page. Check your connection and try again.";

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready' });

function countLoads(page: Page): { readonly loads: () => number } {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return { loads: () => loads };
}

/** Simulates a deployment: the old files are missing until the page is reloaded. */
async function deploy(page: Page, gone: string): Promise<void> {
  let loaded = false;
  page.on('request', (request) => {
    loaded ||= request.isNavigationRequest();
  });
  await page.route('**/assets/*.js', (route) =>
    !loaded && route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await page.route(gone, (route) => (loaded ? route.fallback() : route.fulfill({ status: 404 })));
}

test('reloads a page whose files are gone, at the same URL', async ({ page, serve }) => {
  const { origin } = await serve();
  await keepBusy(page);
  await page.goto(`${origin}/users`);
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
  await deploy(page, MERCHANTS);
  const { loads } = countLoads(page);
  await menuLink(page, 'Merchants').click();
  await expectScreen(page, '/merchants', 'Merchant Management');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(loads()).toBe(1);
});

test('does not reload again if the first reload did not help', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.route('**/assets/*.js', (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await page.route(MERCHANTS, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hello</p>' }));
  await page.goto(`${origin}/users`);
  const { loads } = countLoads(page);
  await menuLink(page, 'Merchants').click();
  await expect.poll(loads).toBe(1);
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await expect(page.getByRole('alert')).toContainText(MISSING);
  expect(loads()).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/merchants');
});

test('does not reload when a file failed to load, and Retry loads it', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.route(MERCHANTS, (route) => route.abort('internetdisconnected'));
  await page.goto(`${origin}/users`);
  const { loads } = countLoads(page);
  await menuLink(page, 'Merchants').click();
  await expect(page.getByRole('alert')).toContainText(MISSING);
  expect(loads()).toBe(0);
  await page.unroute(MERCHANTS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectScreen(page, '/merchants', 'Merchant Management');
  await expect(notice(page)).toHaveCount(0);
});

test('opens a screen that failed to load as soon as the server is back', async ({ page, serve }) => {
  const { origin, close } = await serve();
  await page.route(MERCHANTS, (route) => route.abort('connectionrefused'));
  await page.goto(`${origin}/users`);
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
  await close();
  await menuLink(page, 'Merchants').click();
  await expect(page.getByRole('alert')).toContainText(MISSING);
  await expect(
    page.getByText("No connection. This page will refresh when you're back online."),
  ).toBeVisible();

  await page.unroute(MERCHANTS);
  const back = await startForeignServer({ script: friendlyScript(), port: Number(new URL(origin).port) });
  await expectScreen(page, '/merchants', 'Merchant Management');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await back.close();
});

test('keeps typed text until the user asks for the new version', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  await page.getByRole('button', { name: 'Ada Lovelace' }).first().click();
  const feeRate = page.getByLabel('Service Fee Rate');
  await feeRate.fill('0.07');
  await deploy(page, '**/assets/go-to-dialog-*.js');
  const { loads } = countLoads(page);
  await page.getByRole('button', { name: 'Go to...' }).click();
  await expect(notice(page)).toBeVisible();
  await expect(feeRate).toHaveValue('0.07');
  expect(loads()).toBe(0);

  const question = page.waitForEvent('dialog');
  const pressed = notice(page).getByRole('button', { name: 'Reload' }).click();
  const dialog = await question;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await pressed;
  await expect.poll(loads).toBe(1);
  await expect(notice(page)).toHaveCount(0);
});
