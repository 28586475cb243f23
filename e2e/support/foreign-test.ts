import { test as base, expect } from '@playwright/test';
import { type ForeignServer, type ForeignServerOptions, startForeignServer } from './foreign-server.ts';
import { friendlyScript } from './friendly/friendly-script.ts';
import { watchPage } from './page-watch.ts';
import type { Script } from './script.ts';

/** The API, the settings file, and images on a host that does not exist. */
const MAY_FAIL = /\/api\/admin\/v1\/|\/config\.json$|^https:\/\/images\.invalid\//;

interface Fixtures {
  /** Starts a server. `answers` replaces responses of the friendly script. */
  readonly serve: (
    answers?: Script,
    options?: Omit<ForeignServerOptions, 'script'>,
  ) => Promise<ForeignServer>;
  /** URLs of requests that may fail. */
  readonly mayFail: RegExp;
  /** Fails the test on console errors, policy violations and browser dialogs. */
  readonly watch: undefined;
}

/** A test of the built dashboard with a third-party server. */
export const test = base.extend<Fixtures>({
  serve: async ({ context }, use) => {
    const servers: ForeignServer[] = [];
    await use(async (answers, options) => {
      const server = await startForeignServer({ ...options, script: { ...friendlyScript(), ...answers } });
      servers.push(server);
      return server;
    });
    // A request that the test did not wait for must not fail it.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    for (const page of context.pages()) await page.close();
    for (const server of servers) await server.close();
  },

  mayFail: [MAY_FAIL, { option: true }],

  watch: [
    async ({ page, mayFail }, use) => {
      const problems = await watchPage(page, mayFail);
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
