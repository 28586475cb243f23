import type { Page, Request } from '@playwright/test';

/** Requests of a page since recording started, without `data:` URLs. */
export interface PageWeight {
  /** URLs without their origin, in the order of the requests. */
  readonly requests: () => readonly string[];
  /** Requests for scripts. */
  readonly scripts: () => readonly string[];
  /** Compressed size of all scripts, without headers. */
  readonly scriptBytes: () => Promise<number>;
}

export function weighPage(page: Page): PageWeight {
  const found: Request[] = [];
  page.on('request', (request) => {
    // The browser decides when to request the favicon.
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

/** Keeps the page from becoming idle, so that it does not prefetch. Call it before the page is opened. */
export async function keepBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

export function countElements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}
