import type { Page, Request } from '@playwright/test';

/** Requests of a page since recording started, without `data:` URLs. */
export interface PageWeight {
  /** Addresses without their origin, in the order of their starts. */
  readonly requests: () => readonly string[];
  /** Requests for scripts. */
  readonly scripts: () => readonly string[];
  /** Of the scripts as they came over the line, without the heads of the answers. */
  readonly scriptBytes: () => Promise<number>;
}

export function weighPage(page: Page): PageWeight {
  const found: Request[] = [];
  page.on('request', (request) => {
    // The browser asks for the favicon by itself, when it likes.
    if (!/^data:|\/favicon\./.test(request.url())) found.push(request);
  });
  const addressOf = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    return pathname + search;
  };
  const scripts = () => found.filter((request) => addressOf(request).endsWith('.js'));
  return {
    requests: () => found.map(addressOf),
    scripts: () => scripts().map(addressOf),
    async scriptBytes() {
      const sizes = await Promise.all(scripts().map((request) => request.sizes()));
      return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    },
  };
}

/** Has the page believe that it is never idle, so that it fetches nothing ahead. To be called before it is opened. */
export async function keepBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

export function countElements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}
