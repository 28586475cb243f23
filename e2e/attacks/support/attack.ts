import { test as base, type Page } from '@playwright/test';
import { type Stage, startStage } from './stage.ts';

export const EXPECTED = 'expected';
export const ACTUAL = 'actual';

const START_MS = 120_000;

/** The attacks of one worker share a stage. */
const test = base.extend<{ readonly browserErrors: undefined }, { readonly stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const stage = await startStage();
      await use(stage);
      await stage.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
});

/**
 * Declares an attack, named after its number in the list. `run` returns what happened, in the words of `expected`; the
 * attack fails if they differ.
 */
export function attack(
  number: string,
  what: string,
  expected: string,
  run: (stage: Stage, browser: { readonly page: Page }) => Promise<string>,
): void {
  test(`${number} ${what}`, async ({ stage, page }, { annotations }) => {
    annotations.push({ type: EXPECTED, description: expected });
    const actual = await run(stage, { page }).finally(() => stage.stopStarted());
    annotations.push({ type: ACTUAL, description: actual });
    test.expect(actual).toBe(expected);
  });
}
