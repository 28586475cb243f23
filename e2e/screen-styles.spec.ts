import { expect } from '@playwright/test';
import { test } from './support/product-test.ts';
import { expectScreen } from './support/screens.ts';

test.describe('the styles of the screens', () => {
  // The browser logs the failed request to the console.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  test.use({ watch: async ({}, use) => use(undefined) });

  test('shows a message if the styles cannot be loaded, and loads them on reload', async ({
    adminPage: page,
  }) => {
    const styles = '**/assets/screens-*.css';
    await page.route(styles, (route) => route.abort());
    await page.goto('/users', { waitUntil: 'commit' });
    await expect(page.getByText('This page could not be started.')).toBeVisible();
    await page.unroute(styles);
    await page.reload();
    await expectScreen(page, '/users', 'User Management');
  });
});
