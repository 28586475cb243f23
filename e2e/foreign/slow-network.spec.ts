import { expect } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { expectScreen, menuLink, toast } from '../support/screens.ts';

/** As a phone at the edge of its network. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 20_000 };

test('loads a list and sends a form once on a slow network', async ({ page, context, serve }) => {
  const server = await serve();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  await page.goto(`${server.origin}/users`);
  await expectScreen(page, '/users', 'User Management');
  await expect(page.getByRole('table', { name: 'Users' }).getByText('Ada Lovelace').first()).toBeVisible();

  await menuLink(page, 'Invitations').click();
  await page.getByRole('button', { name: 'Invite User' }).click();
  await page.getByLabel('Email Address').fill('ada@example.com');
  const send = page.getByRole('dialog').getByRole('button', { name: /^Send/ });
  await send.dblclick();
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await expect(toast(page, 'Invitation sent successfully')).toBeVisible();
  const posts = server.calls.filter(({ method, path }) => method === 'POST' && path === '/invitations');
  expect(posts).toHaveLength(1);
});
