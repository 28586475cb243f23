import { test as base, type Cookie, expect, type Page } from '@playwright/test';
import { type Enrolled, enrol } from './enrolment.ts';
import { watchPage } from './page-watch.ts';
import { type Credentials, type Product, startProduct } from './product.ts';

interface WorkerFixtures {
  readonly product: Product;
  /** The cookies of a session that the tests of a worker share; none of them may end it. */
  readonly sharedSession: Cookie[];
}

interface TestFixtures {
  /** Somebody who has not set up two factors yet, and is not signed in. */
  readonly newcomer: Credentials;
  /** Somebody with two factors, signed in in this browser. */
  readonly administrator: Enrolled;
  /** A page of a browser in which somebody is signed in. */
  readonly adminPage: Page;
  /** Fails the test for what must never happen on a page. */
  readonly watch: undefined;
}

const START_MS = 180_000;

/** A test in a browser against the real product, which is started once a worker. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],

  sharedSession: [
    async ({ product, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: product.address });
      await enrol(request, await product.createAdministrator());
      const { cookies } = await request.storageState();
      await request.dispose();
      await use(cookies);
    },
    { scope: 'worker' },
  ],

  baseURL: ({ product }, use) => use(product.address),

  newcomer: async ({ product }, use) => use(await product.createAdministrator()),

  administrator: async ({ product, context }, use) =>
    use(await enrol(context.request, await product.createAdministrator())),

  adminPage: async ({ sharedSession, page, context }, use) => {
    await context.addCookies(sharedSession);
    await use(page);
  },

  watch: [
    async ({ page }, use) => {
      const problems = await watchPage(page, /\/api\/admin\/v1\//);
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
