import { test as base } from './foreign-test.ts';

/** A test of a page that breaks, which the console may say, or that the browser asks whether to leave. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  watch: async ({}, use) => use(undefined),
});
