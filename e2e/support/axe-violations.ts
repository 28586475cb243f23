import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

const RULES = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  /** Those among them that another theme can break. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/** What breaks a rule of WCAG 2.2 AA on a page, which must have no frames, with its places. */
export async function axeViolations(page: Page, rules: keyof typeof RULES) {
  // Of frames it would see nothing.
  if (page.frames().length > 1) throw new Error('the page has frames');
  // Comes once a page: it is half a megabyte.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  return await page.evaluate(async ({ type, values }) => {
    const runOnly = { type, values: [...values] };
    const found = await window.axe?.run(document, { runOnly, resultTypes: ['violations'] });
    return found?.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      places: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }));
  }, RULES[rules]);
}
