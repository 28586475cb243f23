import { expect } from '@playwright/test';
import { test } from './support/product-test.ts';
import { expectScreen } from './support/screens.ts';

test.describe('the styles of the screens', () => {
  // The browser logs the failed request to the console.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  test.use({ watch: async ({}, use) => use(undefined) });

  test('shows an error when they cannot be loaded and loads them on Try again', async ({
    adminPage: page,
  }) => {
    const styles = '**/assets/admin-*.css';
    await page.route(styles, (route) => route.abort());
    await page.goto('/users', { waitUntil: 'commit' });
    await expect(page.getByRole('alert')).toContainText('A part of this page could not be fetched.');
    await page.unroute(styles);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectScreen(page, '/users', 'User Management');
  });
});
