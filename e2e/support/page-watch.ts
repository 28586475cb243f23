import type { Page } from '@playwright/test';

/**
 * Collects what must never happen on a page: errors in the console, uncaught errors, violations of the
 * content security policy, dialogs of the browser. To be called before the first page is opened.
 *
 * @param mayFail the addresses whose failures the browser notes in the console by itself, without that being
 *   an error of the page
 */
export async function watchPage(page: Page, mayFail: RegExp): Promise<readonly string[]> {
  const problems: string[] = [];
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const isBrowsersNote = message.text().startsWith('Failed to load resource') && mayFail.test(url);
    if (!isBrowsersNote) problems.push(`console: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return problems;
}
