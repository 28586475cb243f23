import type { Browser } from '@playwright/test';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { openSlowPage, readVitals, type Vitals } from './measure/slow-browser.ts';
import type { RunningServer } from './product/running-server.ts';

interface Visit extends Vitals {
  readonly totalKb: number;
  readonly scriptKb: number;
}

const ROUNDS = 31;
/** Long enough for the page to become idle. */
const SETTLED_AFTER_MS = 1_500;

/** Compares the sign-in page with plain HTML and bare React. */
export async function compareSignInPages(
  browser: Browser,
  servers: Readonly<Record<'handWritten' | 'bareReact' | 'product', RunningServer>>,
): Promise<Bar[]> {
  const visits = { handWritten: [] as Visit[], bareReact: [] as Visit[], product: [] as Visit[] };
  const paintRatios: number[] = [];
  for (let done = -1; done < ROUNDS; done++) {
    const handWritten = await visit(browser, servers.handWritten.address);
    const bareReact = await visit(browser, servers.bareReact.address);
    const product = await visit(browser, servers.product.address);
    // The first round only fills caches.
    if (done < 0) continue;
    visits.handWritten.push(handWritten);
    visits.bareReact.push(bareReact);
    visits.product.push(product);
    paintRatios.push(product.firstPaintMs / handWritten.firstPaintMs);
  }
  printTable(`Sign-in page, nothing cached, median of ${ROUNDS} rounds`, [
    rowOf('floor: hand-written HTML', visits.handWritten),
    rowOf('floor: bare React 19', visits.bareReact),
    rowOf('Halyard', visits.product),
  ]);
  console.log(`  first paint, times the hand-written HTML, per round: ${paintRatios.map(round).join(' ')}`);
  return [
    {
      what: 'sign-in page, JavaScript on the wire',
      value: median(visits.product.map(({ scriptKb }) => scriptKb)),
      limit: { atMost: 75 },
      unit: ' kB',
    },
    {
      what: 'sign-in page, first paint, times the hand-written HTML',
      value: median(paintRatios),
      limit: { atMost: 1.3 },
    },
    {
      what: 'sign-in page, longest task',
      value: median(visits.product.map(({ longestTaskMs }) => longestTaskMs)),
      limit: { atMost: 150 },
      unit: ' ms',
    },
  ];
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const { page, wire, close } = await openSlowPage(browser, address);
  await page.goto('/login');
  await page.waitForTimeout(SETTLED_AFTER_MS);
  await page.getByLabel('Password').waitFor();
  const vitals = await readVitals(page);
  await close();
  return { ...vitals, totalKb: wire.all / 1_000, scriptKb: wire.script / 1_000 };
}

function rowOf(site: string, visits: readonly Visit[]) {
  const middle = (of: keyof Visit) => round(median(visits.map((visit) => visit[of])));
  return {
    site,
    'total kB': middle('totalKb'),
    'JavaScript kB': middle('scriptKb'),
    'first paint ms': middle('firstPaintMs'),
    'LCP ms': middle('largestPaintMs'),
    'longest task ms': middle('longestTaskMs'),
    'blocked ms': middle('blockedMs'),
  };
}
