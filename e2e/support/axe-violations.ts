import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const RULES = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  /** Rules that depend on the theme. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/** Returns violations of WCAG 2.2 AA on a page without frames. */
export async function axeViolations(page: Page, rules: keyof typeof RULES) {
  // axe would not check the content of frames.
  if (page.frames().length > 1) throw new Error('the page has frames');
  // Injected once per page, because it is large.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(AXE);
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
