import type { Browser, Page } from '@playwright/test';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { openSlowPage } from './measure/slow-browser.ts';
import type { EnrolledAdministrator } from './product/administrator.ts';
import type { RunningServer } from './product/running-server.ts';

const ROUNDS = 9;
/** Long enough for all idle prefetching. */
const IDLE_MS = 5_000;

const LISTS = [
  ['Merchants', 'Merchant Management'],
  ['Invitations', 'Invitation Management'],
  ['Audit Logs', 'Audit Logs'],
  ['Users', 'User Management'],
] as const;

interface Tour {
  /** Times from the click on a link to the frame with 20 rows, on the first visit. */
  readonly coldMs: number[];
  /** The same times on later visits. */
  readonly warmMs: number[];
  /** Number of scripts requested after a click. */
  readonly scripts: number;
}

/** Compares navigation between lists with bare React that caches its responses. */
export async function compareListToList(
  browser: Browser,
  servers: Readonly<Record<'product' | 'bareReact', RunningServer>>,
  administrator: EnrolledAdministrator,
): Promise<Bar[]> {
  const tours = { product: [] as Tour[], bareReact: [] as Tour[] };
  for (let done = 0; done < ROUNDS; done++) {
    tours.product.push(await visitLists(browser, servers.product.address, administrator));
    tours.bareReact.push(await visitLists(browser, servers.bareReact.address, administrator));
  }
  const middle = (all: readonly Tour[], of: 'coldMs' | 'warmMs') => median(all.flatMap((tour) => tour[of]));
  const rowOf = (site: string, all: readonly Tour[]) => ({
    site,
    'cold ms': round(middle(all, 'coldMs')),
    'warm ms': round(middle(all, 'warmMs')),
    'scripts on the click': Math.max(...all.map(({ scripts }) => scripts)),
  });
  printTable(`List to list, from click to 20 rows, median of ${ROUNDS} rounds`, [
    rowOf('floor: bare React 19', tours.bareReact),
    rowOf('Halyard', tours.product),
  ]);
  const times = (of: 'coldMs' | 'warmMs') => middle(tours.product, of) / middle(tours.bareReact, of);
  return [{ what: 'list to list, warm, times bare React', value: times('warmMs'), limit: { atMost: 1.6 } }];
}

async function visitLists(
  browser: Browser,
  address: string,
  { cookie }: EnrolledAdministrator,
): Promise<Tour> {
  const { page, close } = await openSlowPage(browser, address, cookie);
  let scripts = 0;
  const coldMs: number[] = [];
  const warmMs: number[] = [];
  await page.goto('/users');
  await page.locator('tbody:not([aria-hidden]) tr').nth(19).waitFor();
  await page.waitForTimeout(IDLE_MS);
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => {
    // A worker's script does not delay the page.
    if (request.resourceType() === 'script' && !request.url().includes('worker')) scripts += 1;
  });
  for (const [name, heading] of LISTS.slice(0, -1)) coldMs.push(await clickLink(page, name, heading));
  for (const [name, heading] of [...LISTS, ...LISTS]) warmMs.push(await clickLink(page, name, heading));
  await close();
  return { coldMs, warmMs, scripts };
}

/** Returns the milliseconds from the click until the rows are painted. */
async function clickLink(page: Page, name: string, heading: string): Promise<number> {
  const took = await page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
          ({ textContent }) => textContent.trim() === wanted.name,
        );
        if (!link) {
          reject(new Error(`the menu has no link ${wanted.name}`));
          return;
        }
        const clickedAt = performance.now();
        const check = () => {
          const isComplete =
            document.querySelector('h1')?.textContent.startsWith(wanted.heading) &&
            document.querySelectorAll('tbody:not([aria-hidden]) tr').length === 20;
          requestAnimationFrame(() => {
            if (isComplete) setTimeout(() => resolve(performance.now() - clickedAt));
            else check();
          });
        };
        link.click();
        check();
      }),
    { name, heading },
  );
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  return took;
}
