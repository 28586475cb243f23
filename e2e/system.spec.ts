import { expect } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { test as withSampleData } from './support/product-test.ts';
import { expectScreen, menuLink } from './support/screens.ts';

const WARNING = /^No platform batch has been accepted since/;

/** The product without sample data, which the feed of a platform would fill. */
const test = withSampleData.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const product = await startProduct({ sampleData: false });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const batchAt = (
  time: string,
) => `INSERT INTO feed_batches (service_key_id, kind, accepted_at, items, changed)
  SELECT id, 'users', ${time}, 100, 7 FROM service_keys
  ON CONFLICT (service_key_id, kind) DO UPDATE SET accepted_at = excluded.accepted_at`;

test('opens the state of the system from the menu, and says how to connect a platform', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  await menuLink(page, 'System').click();
  await expectScreen(page, '/system', 'System');
  const feed = page.getByRole('listitem', { name: 'Platform feed' });
  await expect(feed.getByText('Needs attention')).toBeVisible();
  await expect(feed.getByText('npm run admin -- keys create --name platform')).toBeVisible();
  for (const name of ['Waiting mail', 'Entries', 'Rows changed from outside', 'PostgreSQL', 'Clocks']) {
    await expect(page.getByRole('listitem', { name }).getByText('OK', { exact: true })).toBeVisible();
  }
  await expect(page.getByText(WARNING)).toBeHidden();
});

test('warns on every screen while the platform is silent, says what to do, and stops with the next batch', async ({
  adminPage: page,
  product,
}) => {
  await product.execute(`INSERT INTO service_keys (name, scopes, secret_hash)
    SELECT 'Shop', '{feed:write}', sha256('x') WHERE NOT EXISTS (SELECT FROM service_keys)`);
  await product.execute(batchAt("now() - interval '2 hours'"));
  for (const path of ['/users', '/orders', '/account-settings']) {
    await page.goto(path);
    // Its code is prefetched while the browser is idle.
    await expect(page.getByText(WARNING)).toBeVisible({ timeout: 30_000 });
  }
  await page.getByRole('link', { name: 'Open System' }).click();
  await expectScreen(page, '/system', 'System');
  const feed = page.getByRole('listitem', { name: 'Platform feed' });
  await expect(feed.getByText('Failed')).toBeVisible();
  await expect(feed.getByText(/Check that the platform is running/)).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Service key Shop' })).toContainText('100 users, 7 new');

  await product.execute(batchAt('now()'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(feed.getByText('OK', { exact: true })).toBeVisible();
  await page.goto('/users');
  await expectScreen(page, '/users', 'User Management');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(WARNING)).toBeHidden();
});

withSampleData('expects no platform with sample data', async ({ adminPage: page }) => {
  await page.goto('/system');
  await expectScreen(page, '/system', 'System');
  await expect(page.getByRole('listitem', { name: 'Platform feed' })).toContainText('Sample data');
  await expect(page.getByText(WARNING)).toBeHidden();
});
