import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { type AnalyticsReceiver, startAnalyticsReceiver } from '../../../apps/web/test/analytics-receiver.ts';
import { Caller } from './caller.ts';
import type { Person } from './people.ts';
import type { Stage } from './stage.ts';

/** A process of the product that a browser can open without TLS. */
export interface LoopbackProduct {
  readonly address: string;
  readonly analytics: AnalyticsReceiver;
  /** A client on a network of its own. */
  readonly newCaller: () => Caller;
  /** A new administrator with a second factor, signed in whole in the browser. */
  readonly signIn: (page: Page) => Promise<{ readonly person: Person; readonly caller: Caller }>;
}

const started = new WeakMap<Stage, Promise<LoopbackProduct>>();

/** Starts the process once per stage. */
export async function loopbackProduct(stage: Stage): Promise<LoopbackProduct> {
  const known = started.get(stage) ?? start(stage);
  started.set(stage, known);
  return await known;
}

async function start(stage: Stage): Promise<LoopbackProduct> {
  const port = String(await freePort());
  const address = `http://127.0.0.1:${port}`;
  const analytics = await startAnalyticsReceiver();
  await stage.start({
    PUBLIC_URL: address,
    PORT: port,
    RATE_LIMIT_FACTOR: '100',
    ANALYTICS_HOST: analytics.origin,
    ANALYTICS_KEY: 'phc_attack',
  });
  const newCaller = () => new Caller({ address, publicUrl: address, ip: stage.newCaller().ip });
  return {
    address,
    analytics,
    newCaller,
    async signIn(page) {
      const person = await stage.newAdministrator();
      const caller = newCaller();
      const { status, text } = await person.enrol(caller);
      if (status !== 204) throw new Error(`the set-up of an authenticator answered ${status}: ${text}`);
      await giveCookie(page, caller, address);
      return { person, caller };
    },
  };
}

async function giveCookie(page: Page, { cookie }: Caller, address: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page
    .context()
    .addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict', secure: false }]);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
