import { codeAt } from '../../apps/server/test/totp-codes.ts';
import { FEED_SCOPE, FEED_SCOPES } from '../../packages/contract/src/platform-feed.ts';
import type { Caller } from '../attacks/support/caller.ts';
import type { Person } from '../attacks/support/people.ts';
import type { Answer } from './http-client.ts';
import type { Scene } from './scene.ts';

const BROWSERS = ['anonymous', 'half signed in', 'without factor', 'whole 1', 'whole 2'] as const;
type BrowserName = (typeof BROWSERS)[number];

export type CallerName = 'nobody' | BrowserName | `key ${string}`;

export const CALLERS: readonly CallerName[] = [
  'nobody',
  ...BROWSERS,
  ...[FEED_SCOPE, ...FEED_SCOPES, 'unknown'].map((scope) => `key ${scope}` as const),
];

/** Status words that a whole session gets only after its end. */
const ENDED = new Set(['unauthenticated', '2fa_setup_required']);
/** A session no longer counts as confirmed by a code after 15 minutes, and wrong codes block codes for as long. */
const RENEW_MS = 10 * 60_000;
/** On a busy machine, a connection to the database may take longer than the product allows. */
const ATTEMPTS = 5;

interface Browser {
  readonly caller: Caller;
  readonly person: Person | undefined;
  readonly openedAt: number;
}

/** Cookies, keys and codes of everyone who sends requests. Replaces a session that ended. */
export class Callers {
  readonly #scene: Scene;
  readonly #browsers = new Map<BrowserName, Promise<Browser>>();
  renewals = -BROWSERS.length;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async browserOf(name: CallerName): Promise<Browser | undefined> {
    if (!isBrowser(name)) return undefined;
    const opened = await this.#browsers.get(name);
    if (opened !== undefined && Date.now() - opened.openedAt < RENEW_MS) return opened;
    return await this.#renew(name, opened);
  }

  tokenOf(name: CallerName): string | undefined {
    return name.startsWith('key ') ? this.#scene.keys.get(name.slice('key '.length)) : undefined;
  }

  /** Opens a new session if this answer ended the one that was used. */
  notice(name: CallerName, used: Browser | undefined, { headers, text }: Answer): void {
    if (used === undefined || !isBrowser(name)) return;
    const [cookie] = headers['set-cookie'] ?? [];
    const isChanged = cookie !== undefined && cookie.split(';')[0] !== used.caller.cookie;
    const word = /^\{"status":"(\w+)"/.exec(text)?.[1] ?? '';
    if (isChanged || (name.startsWith('whole') && ENDED.has(word))) void this.#renew(name, used);
  }

  async #renew(name: BrowserName, old: Browser | undefined): Promise<Browser> {
    const current = this.#browsers.get(name);
    if ((await current) !== old || this.#browsers.get(name) !== current) {
      return (await this.#browsers.get(name)) as Browser;
    }
    this.renewals += 1;
    const opened = this.#openPatiently(name, old);
    this.#browsers.set(name, opened);
    return await opened;
  }

  async #openPatiently(name: BrowserName, old: Browser | undefined): Promise<Browser> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#open(name, attempt === 1 ? old?.person : undefined);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** @param known who signs in again, because setting up an authenticator hashes ten backup codes */
  async #open(name: BrowserName, known: Person | undefined): Promise<Browser> {
    const { stage } = this.#scene;
    const caller = stage.newCaller();
    const openedAt = Date.now();
    if (name === 'anonymous') {
      await caller.get('/auth/csrf-cookie');
      return { caller, person: undefined, openedAt };
    }
    const isWhole = name.startsWith('whole');
    const person = known ?? (await stage.newAdministrator(name.replaceAll(' ', '-')));
    const enrols = known === undefined && name !== 'without factor';
    if (enrols) requireSuccess(await person.enrol(isWhole ? caller : stage.newCaller()));
    if (!isWhole) requireSuccess(await caller.signIn(person));
    else if (!enrols) requireSuccess(await person.signIn(caller));
    return { caller, person, openedAt };
  }
}

function requireSuccess({ status, text }: { readonly status: number; readonly text: string }): void {
  if (status >= 300) throw new Error(`a sign-in of the fuzzer answered ${status}: ${text}`);
}

/** Returns a code that is right once: the authenticator's, or sometimes a backup code. */
export function nextCode({ backupCodes, secret }: Person, count: number): string {
  return (count % 4 === 0 && backupCodes[(count / 4) % backupCodes.length]) || codeAt(secret, Date.now());
}

function isBrowser(name: CallerName): name is BrowserName {
  return (BROWSERS as readonly string[]).includes(name);
}
