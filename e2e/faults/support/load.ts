import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { STEP_UP_HEADER } from '@halyard/contract/constants';
import { type Answer, type Caller, inShort, type Sending } from '../../attacks/support/caller.ts';
import { newUser } from '../../attacks/support/new-user.ts';
import type { Person } from '../../attacks/support/people.ts';
import type { Kind, Ledger, Outcome } from './ledger.ts';
import type { Scene } from './scene.ts';

/** No answer of the product may take longer. */
const ANSWER_WITHIN_MS = 10_000;
/** A sixth session of a person ends the oldest one, which is the writer's own. */
const SIGN_INS_MAX = 4;
/** A step-up holds for 15 minutes. */
const STEP_UP_AGAIN_MS = 8 * 60_000;
const OWN_FAILURE = '503 unavailable';

/** What the clients saw besides the outcomes in the ledger. */
export interface Sights {
  /** Answers by status and status word; `no answer` for a lost connection. */
  readonly answers: Map<string, number>;
  /** 401 and 403 answers, which would sign people out. */
  readonly signedOut: string[];
  /** Errors other than 503 and lost connections, and late ones. */
  readonly badErrors: string[];
}

export const newSights = (): Sights => ({ answers: new Map(), signedOut: [], badErrors: [] });

interface Parts {
  readonly scene: Scene;
  readonly ledger: Ledger;
  readonly sights: Sights;
  /** Chooses a process for a request. By default, any. */
  readonly choose?: () => { readonly address: string };
}

/** An administrator who acts on a user of their own, so that the order of the acts is known. */
export class Writer {
  readonly userId: string;
  readonly #parts: Parts;
  readonly #person: Person;
  readonly #caller: Caller;
  readonly #walletId: string;
  #stepUpAt = performance.now();
  #value = 0;
  #isBlocked = false;
  /** Sessions that may still be open beside the writer's own. */
  #signIns = 0;
  #turn = 0;
  #codes: string[] = [];
  /** E-mails of acknowledged invitations that can be revoked. */
  readonly #invited: string[] = [];

  static async create(parts: Parts): Promise<Writer> {
    const { person, caller } = await parts.scene.newEnrolled('writer');
    const { id: userId } = await newUser(parts.scene);
    const { id: walletId } = await parts.scene.newWallet();
    return new Writer(parts, person, caller, userId, walletId);
  }

  private constructor(parts: Parts, person: Person, caller: Caller, userId: string, walletId: string) {
    this.#parts = parts;
    this.#person = person;
    this.#caller = caller;
    this.userId = userId;
    this.#walletId = walletId;
  }

  get caller(): Caller {
    return this.#caller;
  }

  /** Shows a code again before the last one expires. Call it while everything works. */
  async prepare({ codes = 0 }: { readonly codes?: number } = {}): Promise<void> {
    const isDue = performance.now() - this.#stepUpAt > STEP_UP_AGAIN_MS;
    if (!isDue && codes === 0) return;
    const code = await this.#person.freshCode();
    if (!isDue) this.#codes = [code];
    else if ((await this.#settings({ [STEP_UP_HEADER]: code })) === 'acknowledged') {
      this.#stepUpAt = performance.now();
    }
  }

  /** Does one act. The kinds take turns. */
  async act(): Promise<void> {
    this.#turn += 1;
    const code = this.#codes.pop();
    if (code !== undefined) {
      const signsIn = this.#turn % 2 === 1 && this.#signIns < SIGN_INS_MAX;
      await (signsIn ? this.#signIn(code) : this.#backUp(code));
      return;
    }
    const invited = this.#invited.length > 5 ? this.#invited.shift() : undefined;
    if (invited !== undefined) return await this.#revoke(invited);
    const turns = [
      async () => await this.#invite(),
      async () => await this.#settings(),
      async () => await this.#toggleBlock(),
      async () => await this.#requestReset(),
      async () => await this.#settings(),
      async () => await this.#toggleBlock(),
    ];
    await turns[this.#turn % turns.length]?.();
  }

  async #invite(): Promise<void> {
    const id = randomUUID();
    const email = `guest-${id}@example.com`;
    const outcome = await this.#send(id, 'invite', email, 'POST', '/invitations', { body: { email } });
    if (outcome === 'acknowledged') this.#invited.push(email);
  }

  async #revoke(email: string): Promise<void> {
    const page = await this.#read('/invitations?limit=100');
    const listed: readonly { readonly id: string; readonly email: string }[] = page?.body?.invitations ?? [];
    const invitationId = listed.find((each) => each.email === email)?.id;
    if (invitationId === undefined) return;
    await this.#send(randomUUID(), 'revoke', invitationId, 'DELETE', `/invitations/${invitationId}`);
  }

  async #settings(headers: Sending['headers'] = {}): Promise<Outcome> {
    this.#value += 1;
    const sending = { headers, body: { maxMerchants: this.#value } };
    return await this.#send(
      randomUUID(),
      'settings',
      this.userId,
      'PUT',
      `/users/${this.userId}/settings`,
      sending,
    );
  }

  async #toggleBlock(): Promise<void> {
    const id = randomUUID();
    const kind = this.#isBlocked ? 'unblock' : 'block';
    const sending = kind === 'block' ? { body: { reason: id } } : {};
    const outcome = await this.#send(id, kind, this.userId, 'POST', `/users/${this.userId}/${kind}`, sending);
    // A refusal says that an act without an answer took place.
    if (outcome !== 'unknown') this.#isBlocked = kind === 'block';
  }

  async #requestReset(): Promise<void> {
    const id = randomUUID();
    const email = `stranger-${id}@example.com`;
    await this.#send(id, 'reset request', email, 'POST', '/auth/password/reset/initiate', {
      body: { email },
    });
  }

  async #backUp(code: string): Promise<void> {
    const path = `/wallets/${this.#walletId}/backup`;
    await this.#send(randomUUID(), 'backup', this.#walletId, 'GET', path, {
      headers: { [STEP_UP_HEADER]: code },
    });
  }

  /** In a browser of its own. The user agent names the act in the row of the session. */
  async #signIn(code: string): Promise<void> {
    const id = randomUUID();
    const caller = this.#parts.scene.newCaller({ on: this.#anyReplica() });
    const headers = { 'user-agent': id };
    const password = await caller
      .get('/auth/csrf-cookie')
      .then(
        async () =>
          await caller.post(
            '/auth/login',
            { email: this.#person.email, password: this.#person.password },
            { headers },
          ),
      )
      .catch(() => undefined);
    if (password?.status !== 200) return;
    const outcome = await this.#send(id, 'sign-in', this.#person.email, 'POST', '/auth/2fa/verify', {
      headers,
      body: { code },
      caller,
    });
    if (outcome !== 'refused') this.#signIns += 1;
    const left = await caller.post('/auth/logout').catch(() => undefined);
    if (left?.status === 204 && outcome !== 'refused') this.#signIns -= 1;
  }

  async #send(
    id: string,
    kind: Kind,
    key: string,
    method: string,
    path: string,
    { caller = this.#caller, headers, ...sending }: Sending & { readonly caller?: Caller } = {},
  ): Promise<Outcome> {
    this.#parts.ledger.begin({ id, kind, key });
    const answer = await this.#watched(`${method} ${path}`, async () =>
      caller.send(method, path, {
        ...sending,
        headers: { ...headers, 'x-request-id': id },
        on: this.#anyReplica().address,
      }),
    );
    const outcome = outcomeOf(answer);
    this.#parts.ledger.end(id, outcome);
    return outcome;
  }

  async #read(path: string): Promise<Answer | undefined> {
    return await this.#watched(`GET ${path}`, async () =>
      this.#caller.get(path, { on: this.#anyReplica().address }),
    );
  }

  /** Returns undefined if no answer came. */
  async #watched(what: string, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const { answers, signedOut, badErrors } = this.#parts.sights;
    const from = performance.now();
    const deadline = new AbortController();
    const answer = await Promise.race([
      send().catch(() => undefined),
      pause(2 * ANSWER_WITHIN_MS, undefined, { signal: deadline.signal }).catch(() => undefined),
    ]);
    deadline.abort();
    const took = performance.now() - from;
    const short = answer === undefined ? 'no answer' : inShort(answer);
    answers.set(short, (answers.get(short) ?? 0) + 1);
    if (answer?.status === 401 || answer?.status === 403) signedOut.push(`${what}: ${short}`);
    if (took > ANSWER_WITHIN_MS) badErrors.push(`${what}: ${short} after ${Math.round(took)} ms`);
    if ((answer?.status ?? 0) >= 500 && short !== OWN_FAILURE) badErrors.push(`${what}: ${short}`);
    return answer;
  }

  #anyReplica(): { readonly address: string } {
    const { scene, choose } = this.#parts;
    if (choose !== undefined) return choose();
    const { replicas } = scene;
    const replica = replicas[Math.floor(Math.random() * replicas.length)];
    if (replica === undefined) throw new Error('the scene has no process of the product');
    return replica;
  }
}

function outcomeOf(answer: Answer | undefined): Outcome {
  if (answer === undefined || answer.status >= 500) return 'unknown';
  return answer.status < 300 ? 'acknowledged' : 'refused';
}

/** Lets all writers act until `stop` is called, which waits for the acts that run. */
export function startLoad(
  writers: readonly Writer[],
  { pauseMs }: { readonly pauseMs: number },
): { pauseMs: number; readonly stop: () => Promise<void> } {
  let isRunning = true;
  const load = { pauseMs };
  const running = writers.map(async (writer) => {
    while (isRunning) {
      await writer.act();
      await pause(load.pauseMs * 2 * Math.random());
    }
  });
  return Object.assign(load, {
    stop: async () => {
      isRunning = false;
      await Promise.all(running);
    },
  });
}
