import { test as base, type Cookie, expect, type Page } from '@playwright/test';
import { type Enrolled, enrol } from './enrolment.ts';
import { watchPage } from './page-watch.ts';
import { type Credentials, type Product, startProduct } from './product.ts';

interface WorkerFixtures {
  readonly product: Product;
  /** Cookies of a worker's session. No test may end it. */
  readonly sharedSession: Cookie[];
}

interface TestFixtures {
  /** Signed out, without 2FA. */
  readonly newcomer: Credentials;
  /** Signed in to this browser, with 2FA. */
  readonly administrator: Enrolled;
  /** Page that uses `sharedSession`. Not together with `administrator`, whose sign-in ends that session. */
  readonly adminPage: Page;
  /** Fails the test on console errors, policy violations and browser dialogs. */
  readonly watch: undefined;
}

const START_MS = 180_000;

/** A test of the product. Each worker starts the product once. */
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
