import type { Page, Request } from '@playwright/test';

/** Requests since recording started, except `data:` URLs and the favicon. */
export interface PageWeight {
  /** URLs without the origin, in order. */
  readonly requests: () => readonly string[];
  readonly scripts: () => readonly string[];
  /** Compressed size, without headers. */
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

/** Prevents prefetching, which waits for an idle page. Call it before the page is opened. */
export async function keepBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

export function countElements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}
