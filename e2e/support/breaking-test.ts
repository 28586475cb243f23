import { test as base } from './foreign-test.ts';

/** A test that allows console errors and browser dialogs. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  watch: async ({}, use) => use(undefined),
});
