import type { Browser, Page } from '@playwright/test';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { openSlowPage } from './measure/slow-browser.ts';
import type { EnrolledAdministrator } from './product/administrator.ts';
import type { RunningServer } from './product/running-server.ts';

const ROUNDS = 9;
/** Long enough for a page to have fetched ahead what it fetches when it is idle. */
const IDLE_MS = 5_000;

const LISTS = [
  ['Merchants', 'Merchant Management'],
  ['Invitations', 'Invitation Management'],
  ['Audit Logs', 'Audit Logs'],
  ['Users', 'User Management'],
] as const;

interface Way {
  /** From the press of a link to the frame that shows its 20 rows, which nobody has seen yet. */
  readonly coldMs: number[];
  /** The same where they were seen before. */
  readonly warmMs: number[];
  /** Of cold ones. */
  readonly scripts: number;
}

/** The way from one list to another by the menu, beside bare React that keeps what it was answered, in turn. */
export async function compareListToList(
  browser: Browser,
  servers: Readonly<Record<'product' | 'bareReact', RunningServer>>,
  administrator: EnrolledAdministrator,
): Promise<Bar[]> {
  const ways = { product: [] as Way[], bareReact: [] as Way[] };
  for (let done = 0; done < ROUNDS; done++) {
    ways.product.push(await goThrough(browser, servers.product.address, administrator));
    ways.bareReact.push(await goThrough(browser, servers.bareReact.address, administrator));
  }
  const middle = (all: readonly Way[], of: 'coldMs' | 'warmMs') => median(all.flatMap((way) => way[of]));
  const rowOf = (site: string, all: readonly Way[]) => ({
    site,
    'cold ms': round(middle(all, 'coldMs')),
    'warm ms': round(middle(all, 'warmMs')),
    'scripts on the click': Math.max(...all.map(({ scripts }) => scripts)),
  });
  printTable(`From list to list, from the press to 20 rows, median of ${ROUNDS} rounds`, [
    rowOf('floor: bare React 19', ways.bareReact),
    rowOf('Halyard', ways.product),
  ]);
  const times = (of: 'coldMs' | 'warmMs') => middle(ways.product, of) / middle(ways.bareReact, of);
  return [
    { what: 'from list to list, warm, times bare React', value: times('warmMs'), limit: { atMost: 1.3 } },
    { what: 'from list to list, cold, times bare React', value: times('coldMs'), limit: { atMost: 1.3 } },
    {
      what: 'from list to list, scripts fetched on the click',
      value: Math.max(...ways.product.map(({ scripts }) => scripts)),
      limit: { atMost: 0 },
    },
  ];
}

async function goThrough(browser: Browser, address: string, { cookie }: EnrolledAdministrator): Promise<Way> {
  const { page, close } = await openSlowPage(browser, address, cookie);
  let scripts = 0;
  const coldMs: number[] = [];
  const warmMs: number[] = [];
  await page.goto('/users');
  await page.locator('tbody:not([aria-hidden]) tr').nth(19).waitFor();
  await page.waitForTimeout(IDLE_MS);
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => {
    // What runs in a thread of its own holds nothing up.
    if (request.resourceType() === 'script' && !request.url().includes('worker')) scripts += 1;
  });
  for (const [name, heading] of LISTS.slice(0, -1)) coldMs.push(await follow(page, name, heading));
  for (const [name, heading] of [...LISTS, ...LISTS]) warmMs.push(await follow(page, name, heading));
  await close();
  return { coldMs, warmMs, scripts };
}

/** Presses a link of the menu. Returns the milliseconds until after the frame with the rows. */
async function follow(page: Page, name: string, heading: string): Promise<number> {
  const took = await page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
          ({ textContent }) => textContent.trim() === wanted.name,
        );
        if (!link) {
          reject(new Error(`there is no link ${wanted.name}`));
          return;
        }
        const pressedAt = performance.now();
        const look = () => {
          const isThere =
            document.querySelector('h1')?.textContent.startsWith(wanted.heading) &&
            document.querySelectorAll('tbody:not([aria-hidden]) tr').length === 20;
          requestAnimationFrame(() => {
            if (isThere) setTimeout(() => resolve(performance.now() - pressedAt));
            else look();
          });
        };
        link.click();
        look();
      }),
    { name, heading },
  );
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  return took;
}
