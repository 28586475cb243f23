import type { Browser, CDPSession } from '@playwright/test';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { openSlowPage, readVitals } from './measure/slow-browser.ts';
import type { EnrolledAdministrator } from './product/administrator.ts';

const ROUNDS = 3;

interface Screen {
  readonly path: string;
  /** What it shows last: a selector, and how many of it. */
  readonly shown: readonly [selector: string, count: number];
}

const ROWS = ['tbody:not([aria-hidden]) tr', 20] as const;

const SCREENS: readonly Screen[] = [
  { path: '/dashboard', shown: ['main h2', 1] },
  { path: '/users', shown: ROWS },
  { path: '/merchants', shown: ROWS },
  { path: '/wallets?type=inbound', shown: ROWS },
  { path: '/invitations', shown: ROWS },
  { path: '/audit-logs', shown: ROWS },
  { path: '/account-settings', shown: ['main h2', 1] },
];

interface Visit {
  readonly scriptKb: number;
  readonly requests: number;
  readonly largestPaintMs: number;
  /** What the page's main thread worked until all was shown. */
  readonly mainThreadMs: number;
  readonly elements: number;
  /** What is left of JavaScript's heap after a collection. */
  readonly heapMb: number;
}

/** What every screen behind the sign-in weighs in a browser with nothing cached. */
export async function measureScreens(
  browser: Browser,
  address: string,
  administrator: EnrolledAdministrator,
): Promise<Bar[]> {
  const results: { readonly path: string; readonly visit: Visit }[] = [];
  for (const screen of SCREENS) {
    const visits: Visit[] = [];
    for (let done = 0; done < ROUNDS; done++) {
      visits.push(await visitScreen(browser, address, administrator, screen));
    }
    const middle = (of: keyof Visit) => median(visits.map((visit) => visit[of]));
    const visit = {
      scriptKb: middle('scriptKb'),
      requests: middle('requests'),
      largestPaintMs: middle('largestPaintMs'),
      mainThreadMs: middle('mainThreadMs'),
      elements: middle('elements'),
      heapMb: middle('heapMb'),
    };
    results.push({ path: screen.path, visit });
  }
  printTable(
    `Screens by their address, nothing cached, median of ${ROUNDS} rounds`,
    results.map(({ path, visit }) => ({
      screen: path,
      'JavaScript kB': round(visit.scriptKb),
      requests: visit.requests,
      'LCP ms': round(visit.largestPaintMs),
      'main thread ms': round(visit.mainThreadMs),
      elements: visit.elements,
      'heap MB': round(visit.heapMb),
    })),
  );
  const most = (of: keyof Visit) => Math.max(...results.map(({ visit }) => visit[of]));
  return [
    { what: 'any screen, JavaScript', value: most('scriptKb'), limit: { atMost: 150 }, unit: ' kB' },
    { what: 'any screen, requests', value: most('requests'), limit: { atMost: 12 } },
    { what: 'any screen, elements', value: most('elements'), limit: { atMost: 500 } },
    { what: 'any screen, heap', value: most('heapMb'), limit: { atMost: 6 }, unit: ' MB' },
  ];
}

async function visitScreen(
  browser: Browser,
  address: string,
  { cookie }: EnrolledAdministrator,
  { path, shown: [selector, count] }: Screen,
): Promise<Visit> {
  const { page, wire, session, close } = await openSlowPage(browser, address, cookie);
  await session.send('Performance.enable');
  await page.goto(path, { waitUntil: 'commit' });
  await page
    .locator(selector)
    .nth(count - 1)
    .waitFor();
  await page.waitForLoadState('networkidle');
  const weighed = { scriptKb: wire.script / 1_000, requests: wire.requests };
  const mainThreadMs = 1_000 * (await readMetric(session, 'TaskDuration'));
  const { largestPaintMs } = await readVitals(page);
  await session.send('HeapProfiler.collectGarbage');
  const heapMb = (await readMetric(session, 'JSHeapUsedSize')) / 1_000_000;
  const elements = await page.locator('*').count();
  await close();
  return { ...weighed, largestPaintMs, mainThreadMs, elements, heapMb };
}

async function readMetric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = metrics.find((one) => one.name === name);
  if (metric === undefined) throw new Error(`the browser has no metric ${name}`);
  return metric.value;
}
