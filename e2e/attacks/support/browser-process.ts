import type { Page } from '@playwright/test';
import { Caller } from './caller.ts';
import type { Person } from './people.ts';
import type { Stage } from './stage.ts';

/** A process of the product that a browser reaches over plain http on loopback. */
export interface BrowserProcess {
  readonly address: string;
  /** A client on a network of its own. */
  readonly newCaller: () => Caller;
  /** A new administrator with a second factor, signed in whole in the browser. */
  readonly signIn: (page: Page) => Promise<{ readonly person: Person; readonly caller: Caller }>;
  /** Statuses of all POST requests of browsers, from its log. */
  readonly postStatuses: () => readonly number[];
}

export async function startForBrowser(
  stage: Stage,
  settings: Readonly<Record<string, string>> = {},
): Promise<BrowserProcess> {
  const { address, process } = await stage.start({ PUBLIC_URL: '', ...settings });
  const newCaller = () => new Caller({ address, publicUrl: address, ip: stage.newCaller().ip });
  return {
    address,
    newCaller,
    async signIn(page) {
      const person = await stage.newAdministrator();
      const caller = newCaller();
      const { status, text } = await person.enrol(caller);
      if (status !== 204) throw new Error(`the set-up of an authenticator answered ${status}: ${text}`);
      const [name = '', value = ''] = caller.cookie.split('=');
      await page.context().addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict' }]);
      return { person, caller };
    },
    postStatuses() {
      // A browser has no proxy in front that would report another address.
      const lines = process.output().stdout.matchAll(/^\{.*"method":"POST".*"ip":"127\.0\.0\.1".*$/gm);
      return Array.from(lines, ([line]) => Number(/"status":(\d+)/.exec(line)?.[1]));
    },
  };
}
