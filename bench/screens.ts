import type { Browser, CDPSession, Page } from '@playwright/test';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { openPage, openSlowPage, readVitals } from './measure/slow-browser.ts';
import type { EnrolledAdministrator } from './product/administrator.ts';
import type { RunningServer } from './product/running-server.ts';

const ROUNDS = 9;

interface Screen {
  readonly path: string;
  /** What it shows last, in the product and in bare React: a selector, and how many of it. */
  readonly shown: readonly [selector: string, count: number];
}

const ROWS = ['tbody:not([aria-hidden]) tr', 20] as const;

const SCREENS: readonly Screen[] = [
  { path: '/dashboard', shown: ['main [role=img]', 4] },
  { path: '/users', shown: ROWS },
  { path: '/merchants', shown: ROWS },
  { path: '/wallets?type=inbound', shown: ROWS },
  { path: '/invitations', shown: ROWS },
  { path: '/audit-logs', shown: ROWS },
  { path: '/account-settings', shown: ['main time', 1] },
];

interface Visit {
  readonly scriptKb: number;
  readonly requests: number;
  readonly largestPaintMs: number;
  /** Time until everything is rendered. */
  readonly allShownMs: number;
  /** The tasks of the page's main thread until all was shown, and what else had the processor meanwhile. */
  readonly tasksMs: number;
  /** The processor's time of the page's main thread until all was shown, of another visit that nothing slows down. */
  readonly mainThreadMs: number;
  readonly blockedMs: number;
  readonly elements: number;
  /** What is left of JavaScript's heap after a collection. */
  readonly heapMb: number;
}

interface Comparison {
  readonly path: string;
  readonly product: Visit;
  readonly bareReact: Visit;
}

/** What every screen behind the sign-in takes in a browser with nothing cached, beside the same in bare React, in turn. */
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
    results.push({ path: screen.path, product: middleOf(product), bareReact: middleOf(bareReact) });
  }
  printTable(
    `Screens by their address, nothing cached, median of ${ROUNDS} rounds, beside bare React`,
    results.map(({ path, product, bareReact }) => ({
      screen: path,
      'JavaScript kB': round(product.scriptKb),
      requests: product.requests,
      'LCP ms': beside(product, bareReact, 'largestPaintMs'),
      'all shown ms': beside(product, bareReact, 'allShownMs'),
      'main thread ms': beside(product, bareReact, 'mainThreadMs'),
      'slowed, its tasks ms': beside(product, bareReact, 'tasksMs'),
      'blocked ms': beside(product, bareReact, 'blockedMs'),
      elements: beside(product, bareReact, 'elements'),
      'heap MB': beside(product, bareReact, 'heapMb'),
    })),
  );
  const most = (of: keyof Visit) => Math.max(...results.map(({ product }) => product[of]));
  const times = (of: keyof Visit) =>
    Math.max(...results.map(({ product, bareReact }) => product[of] / bareReact[of]));
  const over = Math.max(...results.map(({ product, bareReact }) => product.blockedMs - bareReact.blockedMs));
  return [
    { what: 'any screen, JavaScript', value: most('scriptKb'), limit: { atMost: 150 }, unit: ' kB' },
    { what: 'any screen, requests', value: most('requests'), limit: { atMost: 12 } },
    { what: 'any screen, elements', value: most('elements'), limit: { atMost: 500 } },
    { what: 'any screen, heap', value: most('heapMb'), limit: { atMost: 6 }, unit: ' MB' },
    { what: 'any screen, LCP, times bare React', value: times('largestPaintMs'), limit: { atMost: 1.25 } },
    {
      what: 'any screen, main thread, times bare React',
      value: times('mainThreadMs'),
      limit: { atMost: 1.25 },
    },
    { what: 'any screen, blocked, over bare React', value: over, limit: { atMost: 60 }, unit: ' ms' },
  ];
}

function middleOf(visits: readonly Visit[]): Visit {
  const middle = (of: keyof Visit) => median(visits.map((visit) => visit[of]));
  return {
    scriptKb: middle('scriptKb'),
    requests: middle('requests'),
    largestPaintMs: middle('largestPaintMs'),
    allShownMs: middle('allShownMs'),
    tasksMs: middle('tasksMs'),
    mainThreadMs: middle('mainThreadMs'),
    blockedMs: middle('blockedMs'),
    elements: middle('elements'),
    heapMb: middle('heapMb'),
  };
}

function beside(product: Visit, bareReact: Visit, of: keyof Visit): string {
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
  await noteWhenShown(page, screen);
  await openScreen(page, screen);
  const weighed = { scriptKb: wire.script / 1_000, requests: wire.requests };
  const tasksMs = 1_000 * (await readMetric(session, 'TaskDuration'));
  const { largestPaintMs, blockedMs } = await readVitals(page);
  const allShownMs = await page.evaluate(
    () => performance.getEntriesByName('all shown')[0]?.startTime ?? Number.NaN,
  );
  await session.send('HeapProfiler.collectGarbage');
  const heapMb = (await readMetric(session, 'JSHeapUsedSize')) / 1_000_000;
  const elements = await page.locator('*').count();
  await close();
  const mainThreadMs = await workFor(browser, address, administrator, screen);
  return { ...weighed, largestPaintMs, allShownMs, tasksMs, mainThreadMs, blockedMs, elements, heapMb };
}

/**
 * The milliseconds that the processor works for the main thread of a page which comes to a screen by its address. Other
 * programs take part of the tasks' time, of this none; and the debugger's view of the network, with its stack for each
 * request, is left out.
 */
async function workFor(
  browser: Browser,
  address: string,
  { cookie }: EnrolledAdministrator,
  screen: Screen,
): Promise<number> {
  const { page, session, close } = await openPage(browser, address, cookie);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await openScreen(page, screen);
  const workMs = 1_000 * (await readMetric(session, 'TaskDuration'));
  await close();
  return workMs;
}

async function openScreen(page: Page, { path, shown: [selector, count] }: Screen): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page
    .locator(selector)
    .nth(count - 1)
    .waitFor();
  await page.waitForLoadState('networkidle');
}

/** Has a page mark the beginning of the next frame once it has so many elements. */
async function noteWhenShown(page: Page, { shown }: Screen): Promise<void> {
  await page.addInitScript(([of, enough]) => {
    const watch = new MutationObserver(() => {
      if (document.querySelectorAll(of).length < enough) return;
      watch.disconnect();
      requestAnimationFrame(() => performance.mark('all shown'));
    });
    watch.observe(document, { childList: true, subtree: true });
  }, shown);
}

async function readMetric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = metrics.find((one) => one.name === name);
  if (metric === undefined) throw new Error(`the browser has no metric ${name}`);
  return metric.value;
}
