import type { Page } from '@playwright/test';
import { Caller } from './caller.ts';
import type { Person } from './people.ts';
import type { Stage } from './stage.ts';

/** A process that a browser reaches over plain http on loopback. */
export interface BrowserReplica {
  readonly address: string;
  /** Statuses of all POST requests that it answered, from its log. */
  readonly postStatuses: () => readonly number[];
  /** Signs this browser in as a new administrator. */
  readonly signIn: (page: Page) => Promise<{ readonly person: Person; readonly caller: Caller }>;
}

let networks = 0;

export async function startForBrowser({ start, newAdministrator }: Stage): Promise<BrowserReplica> {
  const { address, process } = await start({ PUBLIC_URL: '' });
  return {
    address,
    postStatuses() {
      const lines = Object.values(process.output())
        .join('\n')
        .matchAll(/^\{.*"method":"POST".*"status":(\d+)/gm);
      return Array.from(lines, ([, status]) => Number(status));
    },
    async signIn(page) {
      const person = await newAdministrator('browser');
      networks += 1;
      const caller = new Caller({ address, publicUrl: address, ip: `198.51.100.${networks}` });
      const { status } = await person.enrol(caller);
      if (status !== 204) throw new Error(`the set-up answered ${status}`);
      const [name = '', value = ''] = caller.cookie.split('=');
      await page.context().addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict' }]);
      return { person, caller };
    },
  };
}
