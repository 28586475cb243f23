import { expect } from '@playwright/test';
import { test } from './support/product-test.ts';
import { enterPassword, expectScreen, toast } from './support/screens.ts';

// @spec D.46
test('shows the same error for a wrong password and an unknown email', async ({ page, newcomer }) => {
  await page.goto('/login');
  for (const credentials of [
    { ...newcomer, password: 'not the password' },
    { email: 'nobody@example.com', password: newcomer.password },
  ]) {
    await enterPassword(page, credentials);
    const refusal = toast(page, 'Login failed').first();
    await expect(refusal).toContainText('Invalid email or password');
    await expect(page.getByRole('alert').filter({ hasText: 'Incorrect email or password' })).toBeVisible();
    await expectScreen(page, '/login', 'Admin Sign In');
    await page.reload();
  }
});

test('says that sign-in needs cookies if the browser sends none', async ({ page, newcomer, context }) => {
  await page.route('**/auth/csrf-cookie', async (route) => {
    const response = await route.fetch();
    await context.clearCookies();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto('/login');
  await enterPassword(page, newcomer);
  await expect(toast(page, 'Login failed')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Allow cookies, then try again' })).toBeVisible();
});

test('warns on the sign-in screens that the browser blocks cookies', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }));
  for (const path of ['/login', '/forgot-password']) {
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies' })).toBeVisible();
  }
});

// @spec 5.1, 5.2, 5.3
test('validates both fields before it sends a request', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/login');
  await enterPassword(page, { email: '', password: '' });
  await expect(page.getByText('Please input your email')).toBeVisible();
  await expect(page.getByText('Please input your password')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await enterPassword(page, { email: 'somebody@', password: 'x' });
  await expect(page.getByText('The input is not valid email')).toBeVisible();
  expect(sent).toEqual([]);
});

test('signs in by keyboard alone', async ({ page, administrator, context }) => {
  await context.clearCookies();
  await page.goto('/login');
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(page.getByLabel('Email')).toBeFocused();
  await keyboard.type(administrator.email);
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Forgot your password' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type(administrator.password);
  await keyboard.press('Enter');
  await expectScreen(page, '/verify-otp', 'Verify');
  await keyboard.type(await administrator.authenticator.nextCode());
  await expectScreen(page, '/dashboard', 'Dashboard');
});
