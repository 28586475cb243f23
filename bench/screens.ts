import type { Browser, CDPSession, Page } from '@playwright/test';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { openPage, openSlowPage, readVitals } from './measure/slow-browser.ts';
import type { EnrolledAdministrator } from './product/administrator.ts';
import type { RunningServer } from './product/running-server.ts';

const ROUNDS = 9;

interface Screen {
  readonly path: string;
  /** Last elements to appear, in the product and in bare React. */
  readonly complete: readonly [selector: string, count: number];
}

const ROWS = ['tbody:not([aria-hidden]) tr', 20] as const;

const SCREENS: readonly Screen[] = [
  { path: '/dashboard', complete: ['main [role=img]', 4] },
  { path: '/users', complete: ROWS },
  { path: '/merchants', complete: ROWS },
  { path: '/wallets?type=inbound', complete: ROWS },
  { path: '/invitations', complete: ROWS },
  { path: '/audit-logs', complete: ROWS },
  { path: '/account-settings', complete: ['main time', 1] },
];

interface Visit {
  readonly scriptKb: number;
  readonly requests: number;
  readonly largestPaintMs: number;
  readonly completeMs: number;
  /** Wall-clock time of the main thread's tasks, with throttling. */
  readonly tasksMs: number;
  /** CPU time of the main thread, in a separate visit without throttling. */
  readonly mainThreadMs: number;
  readonly blockedMs: number;
  readonly layoutShift: number;
  readonly elements: number;
  /** JavaScript heap after a garbage collection. */
  readonly heapMb: number;
}

interface Comparison {
  readonly path: string;
  readonly product: Visit;
  readonly bareReact: Visit;
}

/** Compares screens behind the sign-in with bare React, with an empty cache. */
export async function compareScreens(
  browser: Browser,
  servers: Readonly<Record<'product' | 'bareReact', RunningServer>>,
  administrator: EnrolledAdministrator,
): Promise<Bar[]> {
  const results: Comparison[] = [];
  for (const screen of SCREENS) {
    const product: Visit[] = [];
    const bareReact: Visit[] = [];
    for (let done = 0; done < ROUNDS; done++) {
      product.push(await visitScreen(browser, servers.product.address, administrator, screen));
      bareReact.push(await visitScreen(browser, servers.bareReact.address, administrator, screen));
    }
    results.push({ path: screen.path, product: mediansOf(product), bareReact: mediansOf(bareReact) });
  }
  printTable(
    `Screens opened by URL, empty cache, median of ${ROUNDS} rounds, Halyard / bare React`,
    results.map(({ path, product, bareReact }) => ({
      screen: path,
      'JavaScript kB': compare(product, bareReact, 'scriptKb'),
      requests: compare(product, bareReact, 'requests'),
      'LCP ms': compare(product, bareReact, 'largestPaintMs'),
      'complete ms': compare(product, bareReact, 'completeMs'),
      'main thread ms': compare(product, bareReact, 'mainThreadMs'),
      'tasks ms': compare(product, bareReact, 'tasksMs'),
      'blocked ms': compare(product, bareReact, 'blockedMs'),
      'layout shift': compare(product, bareReact, 'layoutShift'),
      elements: compare(product, bareReact, 'elements'),
      'heap MB': compare(product, bareReact, 'heapMb'),
    })),
  );
  const most = (of: keyof Visit) => Math.max(...results.map(({ product }) => product[of]));
  const times = (of: keyof Visit) =>
    Math.max(...results.map(({ product, bareReact }) => product[of] / bareReact[of]));
  return [
    { what: 'any screen, JavaScript', value: most('scriptKb'), limit: { atMost: 150 }, unit: ' kB' },
    { what: 'any screen, requests', value: most('requests'), limit: { atMost: 12 } },
    { what: 'any screen, elements', value: most('elements'), limit: { atMost: 750 } },
    { what: 'any screen, heap', value: most('heapMb'), limit: { atMost: 6 }, unit: ' MB' },
    { what: 'any screen, LCP, times bare React', value: times('largestPaintMs'), limit: { atMost: 1.5 } },
    { what: 'any screen, layout shift', value: most('layoutShift'), limit: { atMost: 0 } },
  ];
}

function mediansOf(visits: readonly Visit[]): Visit {
  const middle = (of: keyof Visit) => median(visits.map((visit) => visit[of]));
  return {
    scriptKb: middle('scriptKb'),
    requests: middle('requests'),
    largestPaintMs: middle('largestPaintMs'),
    completeMs: middle('completeMs'),
    tasksMs: middle('tasksMs'),
    mainThreadMs: middle('mainThreadMs'),
    blockedMs: middle('blockedMs'),
    layoutShift: middle('layoutShift'),
    elements: middle('elements'),
    heapMb: middle('heapMb'),
  };
}

function compare(product: Visit, bareReact: Visit, of: keyof Visit): string {
  return `${round(product[of])} / ${round(bareReact[of])}`;
}

async function visitScreen(
  browser: Browser,
  address: string,
  administrator: EnrolledAdministrator,
  screen: Screen,
): Promise<Visit> {
  const { page, wire, session, close } = await openSlowPage(browser, address, administrator.cookie);
  await session.send('Performance.enable');
  await markWhenComplete(page, screen);
  await openScreen(page, screen);
  const weight = { scriptKb: wire.script / 1_000, requests: wire.requests };
  const tasksMs = 1_000 * (await readMetric(session, 'TaskDuration'));
  const { largestPaintMs, blockedMs, layoutShift } = await readVitals(page);
  const completeMs = await page.evaluate(
    () => performance.getEntriesByName('complete')[0]?.startTime ?? Number.NaN,
  );
  await session.send('HeapProfiler.collectGarbage');
  const heapMb = (await readMetric(session, 'JSHeapUsedSize')) / 1_000_000;
  const elements = await page.locator('*').count();
  await close();
  const mainThreadMs = await measureMainThread(browser, address, administrator, screen);
  return {
    ...weight,
    largestPaintMs,
    completeMs,
    tasksMs,
    mainThreadMs,
    blockedMs,
    layoutShift,
    elements,
    heapMb,
  };
}

/** Returns main thread CPU time, which does not depend on other programs. Records no requests, which cost CPU. */
async function measureMainThread(
  browser: Browser,
  address: string,
  { cookie }: EnrolledAdministrator,
  screen: Screen,
): Promise<number> {
  const { page, session, close } = await openPage(browser, address, cookie);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await openScreen(page, screen);
  const mainThreadMs = 1_000 * (await readMetric(session, 'TaskDuration'));
  await close();
  return mainThreadMs;
}

async function openScreen(page: Page, { path, complete: [selector, count] }: Screen): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page
    .locator(selector)
    .nth(count - 1)
    .waitFor();
  await page.waitForLoadState('networkidle');
}

/** Marks the first frame in which the screen is complete. */
async function markWhenComplete(page: Page, { complete }: Screen): Promise<void> {
  await page.addInitScript(([selector, count]) => {
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll(selector).length < count) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('complete'));
    });
    observer.observe(document, { childList: true, subtree: true });
  }, complete);
}

async function readMetric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = metrics.find((one) => one.name === name);
  if (metric === undefined) throw new Error(`the browser has no metric ${name}`);
  return metric.value;
}
