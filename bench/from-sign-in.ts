import type { Browser } from '@playwright/test';
import type { Client } from 'pg';
import { type Bar, printTable, round } from './measure/report.ts';
import { openSlowPage } from './measure/slow-browser.ts';
import { ADMINISTRATOR, type EnrolledAdministrator } from './product/administrator.ts';
import { sealRows } from './product/seal-rows.ts';

const LINKS = ['Users', 'Merchants', 'Wallets', 'Invitations', 'Audit Logs', 'Account Settings'];

/** Measures the JavaScript loaded from sign-in to each screen, with an empty cache. */
export async function measureFromSignIn(
  browser: Browser,
  address: string,
  administrator: EnrolledAdministrator,
  client: Client,
): Promise<Bar[]> {
  const visits: { readonly link: string; readonly scriptKb: number }[] = [];
  for (const link of LINKS) {
    // Lets a code work again, because the next one is up to 30 seconds away.
    await client.query('UPDATE administrators SET totp_last_step = 0');
    await sealRows(client);
    visits.push({ link, scriptKb: await signInAndOpen(browser, address, administrator, link) });
  }
  printTable(
    'From sign-in through the dashboard to a screen, empty cache',
    visits.map(({ link, scriptKb }) => ({ screen: link, 'JavaScript kB': round(scriptKb) })),
  );
  return [
    {
      what: 'any screen from sign-in on, JavaScript',
      value: Math.max(...visits.map(({ scriptKb }) => scriptKb)),
      limit: { atMost: 150 },
      unit: ' kB',
    },
  ];
}

/** Returns kilobytes as transferred. */
async function signInAndOpen(
  browser: Browser,
  address: string,
  { code }: EnrolledAdministrator,
  link: string,
): Promise<number> {
  const { page, wire, close } = await openSlowPage(browser, address);
  // Prevents prefetching, which waits for an idle page.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('textbox', { name: /code/i }).pressSequentially(code());
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByRole('link', { name: link, exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/dashboard');
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await close();
  return wire.script / 1_000;
}
