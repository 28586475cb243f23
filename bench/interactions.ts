import type { Browser, Page } from '@playwright/test';
import { quantile } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { openSlowPage } from './measure/slow-browser.ts';
import type { EnrolledAdministrator } from './product/administrator.ts';

const INTERACTIONS = 200;
/** As quick as somebody who knows the product well. */
const PAUSE_MS = 250;
/** The browser writes down none that is quicker. */
const SHORTEST_MS = 16;
const ROW = '[data-row-opener]';

interface Interaction {
  readonly kind: string;
  readonly screen: string;
  /** From the press to the next frame, in steps of 8. */
  readonly ms: number;
}

/** A tour of presses and keys through every screen: how long each waits for the next frame. */
export async function measureInteractions(
  browser: Browser,
  address: string,
  { cookie }: EnrolledAdministrator,
): Promise<Bar[]> {
  const { page, close } = await openSlowPage(browser, address, cookie);
  await page.addInitScript(watchInteractions);
  await page.goto('/dashboard');
  await page.locator('main [role=img]').first().waitFor();
  await page.waitForLoadState('networkidle');
  while ((await countInteractions(page)) < INTERACTIONS) await goRound(page);
  const slow = await page.evaluate((): Interaction[] => Reflect.get(globalThis, 'slowInteractions'));
  const count = await countInteractions(page);
  await close();

  const slowest = slow.toSorted((one, other) => other.ms - one.ms);
  printTable(
    `Interactions: the slowest of ${count}`,
    slowest.slice(0, 8).map(({ kind, screen, ms }) => ({ 'press of': kind, screen, ms })),
  );
  const quick = Array.from({ length: Math.max(0, count - slow.length) }, () => SHORTEST_MS);
  const all = [...slow.map(({ ms }) => ms), ...quick];
  console.log(`  median ${round(quantile(all, 0.5))} ms`);
  return [
    {
      what: `${count} interactions, from press to the next frame, 98th percentile`,
      value: quantile(all, 0.98),
      limit: { atMost: 100 },
      unit: ' ms',
    },
  ];
}

/** Once through every screen with what one does there: range, search, order, panel, tabs, filters, pages, dialogs. */
async function goRound(page: Page): Promise<void> {
  const press = async (key: string, times = 1) => {
    for (let done = 0; done < times; done++) {
      await page.keyboard.press(key);
      await page.waitForTimeout(PAUSE_MS);
    }
  };
  const click = async (role: 'link' | 'button' | 'tab' | 'radio', name: string | RegExp) => {
    await page.getByRole(role, { name, exact: true }).first().click();
    await page.waitForTimeout(PAUSE_MS);
  };
  const type = async (field: string, text: string) => {
    await page.getByRole('searchbox', { name: field }).click();
    await page.keyboard.type(text, { delay: PAUSE_MS });
  };
  const rows = async () => await page.locator('tbody:not([aria-hidden]) tr').first().waitFor();
  const openRow = async () => {
    await rows();
    await page.locator(ROW).first().click();
    await page.waitForTimeout(PAUSE_MS);
  };

  await click('link', 'Dashboard');
  await click('button', 'Show as table');
  await click('button', 'Show as table');
  await press('Control+b', 2);
  await press('Control+k');
  await page.keyboard.type('merch', { delay: PAUSE_MS });
  await press('ArrowDown', 2);
  await press('Escape');
  await click('button', 'User menu');
  await press('ArrowDown', 2);
  await press('Escape');

  await click('link', 'Users');
  await rows();
  await click('button', 'Created At');
  await type('Search users', 'an');
  await press('Enter');
  await click('button', 'Clear');
  await openRow();
  await press('ArrowDown', 4);
  await press('Escape');
  await click('button', 'Next');
  await click('button', 'Previous');
  await click('button', 'Compact rows');
  await click('button', 'Compact rows');

  await click('link', 'Merchants');
  await rows();
  await click('button', 'Created At');
  await click('button', 'Next');

  await click('link', 'Wallets');
  await click('tab', /^Inbound/);
  await rows();
  await type('Search inbound wallets', '0x1');
  await page.keyboard.press('Backspace');
  await openRow();
  await press('ArrowDown', 3);
  await press('Escape');
  await click('tab', /^Outbound/);

  await click('link', 'Invitations');
  await rows();
  await click('button', 'Invite User');
  await page.keyboard.type('ada@e', { delay: PAUSE_MS });
  await press('Escape');

  await click('link', 'Audit Logs');
  await rows();
  await openRow();
  await press('ArrowDown', 4);
  await press('Escape');
  await type('Action', 'us');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await click('button', 'Next');

  await click('link', 'Account Settings');
  await click('button', 'Change');
  await page.keyboard.type('secret', { delay: PAUSE_MS });
  await press('Escape');
}

async function countInteractions(page: Page): Promise<number> {
  return await page.evaluate(() => Number(Reflect.get(performance, 'interactionCount')));
}

/** Runs in the page: keeps of every interaction the slowest of its events. */
function watchInteractions(): void {
  const slowest = new Map<number, Interaction>();
  Reflect.set(globalThis, 'slowInteractions', []);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id = Number(Reflect.get(entry, 'interactionId'));
      if (id === 0 || (slowest.get(id)?.ms ?? 0) >= entry.duration) continue;
      const target: unknown = Reflect.get(entry, 'target');
      const what = target instanceof Element ? (target.ariaLabel ?? target.textContent).slice(0, 24) : '';
      slowest.set(id, { kind: `${entry.name} ${what}`, screen: location.pathname, ms: entry.duration });
      Reflect.set(globalThis, 'slowInteractions', [...slowest.values()]);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
