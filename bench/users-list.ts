import type { Browser, Page } from '@playwright/test';
import type { Client } from 'pg';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { openSlowPage, readVitals } from './measure/slow-browser.ts';
import { ADMINISTRATOR, type EnrolledAdministrator } from './product/administrator.ts';

const ROUNDS = 3;

interface Way {
  readonly scriptKb: number;
  /** From the start of the last navigation to the rows. */
  readonly rowsMs: number;
  readonly longestTaskMs: number;
}

/** What a browser with an empty cache loads until it shows users: by its own address, and from the sign-in on. */
export async function measureUsersList(
  browser: Browser,
  address: string,
  administrator: EnrolledAdministrator,
  client: Client,
): Promise<Bar[]> {
  const direct: Way[] = [];
  const fromSignIn: Way[] = [];
  for (let done = 0; done < ROUNDS; done++) {
    direct.push(await openDirectly(browser, address, administrator));
    // A code is good only once, and the next one is half a minute away.
    await client.query('UPDATE administrators SET totp_last_step = 0');
    fromSignIn.push(await signInAndOpen(browser, address, administrator));
  }
  printTable(`List of 20 users, nothing cached, median of ${ROUNDS} rounds`, [
    rowOf('/users, signed in', direct),
    rowOf('sign-in, code, dashboard, users', fromSignIn),
  ]);
  return [
    {
      what: 'from sign-in to user rows, JavaScript on the wire',
      value: median(fromSignIn.map(({ scriptKb }) => scriptKb)),
      limit: { atMost: 150 },
      unit: ' kB',
    },
  ];
}

async function openDirectly(
  browser: Browser,
  address: string,
  { cookie }: EnrolledAdministrator,
): Promise<Way> {
  const { page, wire, close } = await openSlowPage(browser, address, cookie);
  const startedAt = performance.now();
  await page.goto('/users', { waitUntil: 'commit' });
  await untilRows(page);
  const rowsMs = performance.now() - startedAt;
  const { longestTaskMs } = await readVitals(page);
  await close();
  return { scriptKb: wire.script / 1_000, rowsMs, longestTaskMs };
}

async function signInAndOpen(
  browser: Browser,
  address: string,
  { code }: EnrolledAdministrator,
): Promise<Way> {
  const { page, wire, close } = await openSlowPage(browser, address);
  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('textbox', { name: /code/i }).pressSequentially(code());
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const startedAt = performance.now();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await untilRows(page);
  const rowsMs = performance.now() - startedAt;
  const { longestTaskMs } = await readVitals(page);
  await close();
  return { scriptKb: wire.script / 1_000, rowsMs, longestTaskMs };
}

async function untilRows(page: Page): Promise<void> {
  await page.locator('tbody tr').getByText('@').nth(19).waitFor();
}

function rowOf(way: string, ways: readonly Way[]) {
  const middle = (of: keyof Way) => round(median(ways.map((each) => each[of])));
  return {
    way,
    'JavaScript kB': middle('scriptKb'),
    'rows after ms': middle('rowsMs'),
    'longest task ms': middle('longestTaskMs'),
  };
}
