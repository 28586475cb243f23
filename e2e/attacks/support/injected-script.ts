import type { Page } from '@playwright/test';

/** Texts that run a script or add an element marked `data-planted` in a page that does not escape them. */
export const POLYGLOTS = [
  '<script data-planted>window.__x=1</script>',
  '"><img src=x onerror=window.__x=1 data-planted>',
  "'><svg onload=window.__x=1 data-planted>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of another language
  '{{7*7}}${7*7}<%= 7*7 %>#{7*7}',
  'javascript:window.__x=1//',
  `'" autofocus onfocus=window.__x=1 data-planted x='`,
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=window.__x=1 data-planted>">',
] as const;

export interface InjectionWatch {
  /** Dialogs, policy violations, page errors and requests to other hosts. */
  readonly problems: readonly string[];
  /** Adds what the current page shows. Call it before leaving a page. */
  readonly look: () => Promise<void>;
}

/** Watches a page for scripts and elements from POLYGLOTS. Call it before the page is opened. */
export async function watchForInjection(page: Page, ...own: readonly string[]): Promise<InjectionWatch> {
  const problems: string[] = [];
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy violation: ${violatedDirective} ${blockedURI}`);
    });
  });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => problems.push(`error ${message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !own.some((origin) => url.startsWith(origin)))
      problems.push(`request ${url}`);
  });
  return {
    problems,
    async look() {
      const ran = await page.evaluate(() => '__x' in globalThis);
      const planted = await page.locator('[data-planted]').count();
      if (ran || planted > 0) problems.push(`${page.url()}: a script ran (${ran}), ${planted} elements`);
    },
  };
}
