import type { Page } from '@playwright/test';

/** Collects errors, policy violations and dialogs, except for `mayFail` URLs. Call it before the page is opened. */
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
    const isAllowed = message.text().startsWith('Failed to load resource') && mayFail.test(url);
    if (!isAllowed) problems.push(`console: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return problems;
}
