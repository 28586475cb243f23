import type { Browser, Page } from '@playwright/test';
import { quantile } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { openSlowPage } from './measure/slow-browser.ts';
import type { EnrolledAdministrator } from './product/administrator.ts';
import type { RunningServer } from './product/running-server.ts';

const INTERACTIONS = 200;
/** Pace of a fast, experienced user. */
const PAUSE_MS = 250;
/** The browser does not report shorter interactions. */
const SHORTEST_MS = 16;
const ROWS = 'tbody:not([aria-hidden]) tr';

interface Interaction {
  readonly kind: string;
  readonly screen: string;
  /** Time from the event to the next frame, in steps of 8 ms. */
  readonly ms: number;
}

/** Measures how long clicks and key presses wait for the next frame, in the product and in bare React. */
export async function measureInteractions(
  browser: Browser,
  servers: Readonly<Record<'product' | 'bareReact', RunningServer>>,
  { cookie }: EnrolledAdministrator,
): Promise<Bar[]> {
  const floor = await tour(browser, servers.bareReact.address, cookie, visitBareReact);
  const product = await tour(browser, servers.product.address, cookie, visitEveryScreen);
  printTable('Interactions, milliseconds to the next frame', [
    rowOf('floor: bare React 19', floor),
    rowOf('Halyard', product),
  ]);
  printTable(
    'The slowest interactions in Halyard',
    product.slice(0, 8).map(({ kind, screen, ms }) => ({ interaction: kind, screen, ms })),
  );
  return [
    {
      what: `${product.length} interactions, to the next frame, 98th percentile`,
      value: quantileMs(product, 0.98),
      limit: { atMost: 150 },
      unit: ' ms',
    },
  ];
}

function rowOf(site: string, interactions: readonly Interaction[]) {
  return {
    site,
    interactions: interactions.length,
    median: round(quantileMs(interactions, 0.5)),
    '98th percentile': round(quantileMs(interactions, 0.98)),
  };
}

function quantileMs(interactions: readonly Interaction[], part: number): number {
  return quantile(
    interactions.map(({ ms }) => ms),
    part,
  );
}

/** Repeats `visitScreens` until there are enough interactions. Returns the slowest first. */
async function tour(
  browser: Browser,
  address: string,
  cookie: string,
  visitScreens: (page: Page) => Promise<void>,
): Promise<readonly Interaction[]> {
  const { page, close } = await openSlowPage(browser, address, cookie);
  await page.addInitScript(recordInteractions);
  await page.goto('/dashboard');
  await page.locator('main [role=img]').first().waitFor();
  await page.waitForLoadState('networkidle');
  while ((await countInteractions(page)) < INTERACTIONS) await visitScreens(page);
  const slow = await page.evaluate((): Interaction[] => Reflect.get(globalThis, 'slowInteractions'));
  const count = await countInteractions(page);
  await close();
  const fast = { kind: 'any', screen: 'any', ms: SHORTEST_MS };
  return [
    ...slow.toSorted((one, other) => other.ms - one.ms),
    ...Array.from({ length: Math.max(0, count - slow.length) }, () => fast),
  ];
}

async function visitBareReact(page: Page): Promise<void> {
  await click(page, 'link', 'Dashboard');
  await page.getByRole('radio', { name: '12 months' }).click();
  await page.getByRole('radio', { name: '30 days' }).click();
  await openList(page, 'Users');
  await search(page, 'Search users', 'an');
  await openList(page, 'Merchants');
  await search(page, 'Search merchants', 'an');
  await openList(page, 'Wallets');
  await search(page, 'Search by address', '0x1');
  await openList(page, 'Invitations');
  await openList(page, 'Audit Logs');
  await search(page, 'Action', 'us');
  await click(page, 'link', 'Account Settings');
}

async function visitEveryScreen(page: Page): Promise<void> {
  await visitDashboard(page);
  await visitUsers(page);
  await visitMerchants(page);
  await visitWallets(page);
  await visitInvitations(page);
  await visitAuditLogs(page);
  await visitAccountSettings(page);
}

async function visitDashboard(page: Page): Promise<void> {
  await click(page, 'link', 'Dashboard');
  await click(page, 'button', 'Show as table');
  await click(page, 'button', 'Show as table');
  await press(page, 'Control+b', 2);
  await press(page, 'Control+k');
  await page.keyboard.type('merch', { delay: PAUSE_MS });
  await press(page, 'ArrowDown', 2);
  await press(page, 'Escape');
  await click(page, 'button', 'User menu');
  await press(page, 'ArrowDown', 2);
  await press(page, 'Escape');
}

async function visitUsers(page: Page): Promise<void> {
  await openList(page, 'Users');
  await click(page, 'button', 'Created At');
  await search(page, 'Search users', 'an');
  await press(page, 'Enter');
  await click(page, 'button', 'Clear');
  await openRow(page);
  await press(page, 'ArrowDown', 4);
  await press(page, 'Escape');
  await click(page, 'button', 'Next');
  await click(page, 'button', 'Previous');
  await click(page, 'button', 'Compact rows');
  await click(page, 'button', 'Compact rows');
}

async function visitMerchants(page: Page): Promise<void> {
  await openList(page, 'Merchants');
  await click(page, 'button', 'Created At');
  await click(page, 'button', 'Next');
}

async function visitWallets(page: Page): Promise<void> {
  await click(page, 'link', 'Wallets');
  await click(page, 'tab', /^Inbound/);
  await page.locator(ROWS).first().waitFor();
  await search(page, 'Search inbound wallets', '0x1');
  await page.keyboard.press('Backspace');
  await openRow(page);
  await press(page, 'ArrowDown', 3);
  await press(page, 'Escape');
  await click(page, 'tab', /^Outbound/);
}

async function visitInvitations(page: Page): Promise<void> {
  await openList(page, 'Invitations');
  await click(page, 'button', 'Invite User');
  await page.keyboard.type('ada@e', { delay: PAUSE_MS });
  await press(page, 'Escape');
}

async function visitAuditLogs(page: Page): Promise<void> {
  await openList(page, 'Audit Logs');
  await openRow(page);
  await press(page, 'ArrowDown', 4);
  await press(page, 'Escape');
  await search(page, 'Action', 'us');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await click(page, 'button', 'Next');
}

async function visitAccountSettings(page: Page): Promise<void> {
  await click(page, 'link', 'Account Settings');
  await click(page, 'button', 'Change');
  await page.keyboard.type('secret', { delay: PAUSE_MS });
  await press(page, 'Escape');
}

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let done = 0; done < times; done++) {
    await page.keyboard.press(key);
    await page.waitForTimeout(PAUSE_MS);
  }
}

async function click(page: Page, role: 'link' | 'button' | 'tab', name: string | RegExp): Promise<void> {
  await page.getByRole(role, { name, exact: true }).first().click();
  await page.waitForTimeout(PAUSE_MS);
}

async function search(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: field }).click();
  await page.keyboard.type(text, { delay: PAUSE_MS });
}

async function openList(page: Page, name: string): Promise<void> {
  await click(page, 'link', name);
  await page.locator(ROWS).first().waitFor();
}

async function openRow(page: Page): Promise<void> {
  await page.locator(ROWS).first().waitFor();
  await page.locator('[data-row-opener]').first().click();
  await page.waitForTimeout(PAUSE_MS);
}

async function countInteractions(page: Page): Promise<number> {
  return await page.evaluate(() => Number(Reflect.get(performance, 'interactionCount')));
}

/** Runs in the page. Records the slowest event per interaction. */
function recordInteractions(): void {
  const slowest = new Map<number, Interaction>();
  Reflect.set(globalThis, 'slowInteractions', []);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id = Number(Reflect.get(entry, 'interactionId'));
      if (id === 0 || (slowest.get(id)?.ms ?? 0) >= entry.duration) continue;
      const target: unknown = Reflect.get(entry, 'target');
      const label = target instanceof Element ? (target.ariaLabel ?? target.textContent).slice(0, 24) : '';
      slowest.set(id, { kind: `${entry.name} ${label}`, screen: location.pathname, ms: entry.duration });
      Reflect.set(globalThis, 'slowInteractions', [...slowest.values()]);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
