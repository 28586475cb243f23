import { connect } from 'node:net';
import type { CallLimit, Endpoint } from '@halyard/contract/endpoint';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import type { Page } from '@playwright/test';
import { startSourceServer } from '../../apps/server/test/source-server.ts';
import { codeCells } from '../support/screens.ts';
import { attack } from './support/attack.ts';
import type { Answer, Caller } from './support/caller.ts';
import { eventually } from './support/eventually.ts';
import { loopbackProduct } from './support/loopback-product.ts';
import type { Stage } from './support/stage.ts';
import { listed } from './support/tally.ts';

const HOST = 'host: admin.example.com\r\nx-forwarded-proto: https';

attack(
  'A95',
  'calls beyond every limit, many refreshes, and connections that are slow or idle',
  '429 with Retry-After after exactly the limit on 8 of 8 routes; 100 refreshes of 5 sessions: 100 accepted, at most 3 questions to the node; 20 of 20 calls answered beside 500 slow and idle connections, all closed in time',
  async (stage) => {
    const over = await pastEveryLimit(stage);
    const right = over.filter(({ isRight }) => isRight);
    const refreshed = await refreshOften(stage);
    const slow = await holdConnections(stage);
    return `429 with Retry-After after exactly the limit on ${right.length} of ${over.length} routes; 100 refreshes of 5 sessions: ${refreshed.accepted} accepted, ${refreshed.questions <= 3 ? 'at most 3' : refreshed.questions} questions to the node; ${slow.answered} of 20 calls answered beside ${slow.opened} slow and idle connections, ${slow.open === 0 ? 'all closed in time' : `${slow.open} still open`}${listed(over.filter(({ isRight }) => !isRight).map(({ said }) => said))}`;
  },
);

interface LimitVerdict {
  readonly isRight: boolean;
  readonly said: string;
}

/** Calls each limited route in both processes and with changing queries, one call over its limit. */
async function pastEveryLimit(stage: Stage): Promise<readonly LimitVerdict[]> {
  const { person, caller: whole } = await stage.newEnrolled();
  const wallet = await stage.newWallet();
  const verdicts: LimitVerdict[] = [];
  for (const endpoint of ENDPOINTS) {
    if (endpoint.limit === undefined) continue;
    const { access } = endpoint;
    const isHalf = access.kind === 'session' && access.stages.includes('verify');
    const caller = access.kind === 'public' || isHalf ? stage.newCaller() : whole;
    if (access.kind === 'public') await caller.get('/auth/csrf-cookie');
    if (isHalf) await caller.signIn(person);
    verdicts.push(await passLimit(stage, { ...endpoint, limit: endpoint.limit }, caller, wallet.id));
  }
  return verdicts;
}

async function passLimit(
  { a, b }: Stage,
  { name, method, path: pattern, limit, body }: Endpoint & { readonly limit: CallLimit },
  caller: Caller,
  id: string,
): Promise<LimitVerdict> {
  const statuses: number[] = [];
  let last: Answer | undefined;
  for (let call = 0; call <= limit.calls; call++) {
    const query = call % 3 === 0 ? '' : `?n=${call}`;
    const on = (call % 2 === 0 ? a : b).address;
    const sending = { on, ...(body !== undefined && { body: {} }) };
    last = await caller.send(method, `${pattern.replace(':id', id)}${query}`, sending);
    statuses.push(last.status);
  }
  const isRight =
    statuses.slice(0, -1).every((status) => status !== 429 && status < 500) &&
    statuses.at(-1) === 429 &&
    Number(last?.headers['retry-after']) > 0;
  return { isRight, said: `${name} ${limit.calls}: ${statuses}` };
}

/** Refreshes wallets a hundred times while the node does not answer. */
async function refreshOften(
  stage: Stage,
): Promise<{ readonly accepted: number; readonly questions: number }> {
  const node = await startSourceServer(() => '{}');
  node.conduct = 'hang';
  const replica = await stage.start({ RPC_ETH_URL: node.url });
  try {
    for (let wallets = 0; wallets < 3; wallets++) await stage.newWallet();
    const { person, caller: first } = await stage.newEnrolled();
    const callers = [first, ...Array.from({ length: 4 }, () => stage.newCaller())];
    for (const each of callers.slice(1)) await person.signIn(each);
    const before = node.questions.length;
    const answers = await Promise.all(
      callers.flatMap((caller) =>
        Array.from({ length: 20 }, () =>
          caller.post('/wallets/outbound/refresh', undefined, { on: replica.address }),
        ),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 202).length;
    return { accepted, questions: node.questions.length - before };
  } finally {
    replica.process.child.kill('SIGTERM');
    await replica.process.ended;
    await node.stop();
  }
}

const CLOSED_WITHIN_MS = 20_000;

/** Opens slow and idle connections, and calls the product beside them. */
async function holdConnections({ a, newCaller }: Stage) {
  const { hostname, port } = new URL(a.address);
  const get = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
  const post = `POST /api/admin/v1/auth/login HTTP/1.1\r\n${HOST}\r\ncontent-type: application/json\r\n`;
  const beginnings = [
    ...Array.from({ length: 200 }, () => get),
    ...Array.from({ length: 50 }, () => `${post}content-length: 100\r\n\r\n{`),
    ...Array.from({ length: 250 }, () => `${get}\r\n`),
  ];
  let opened = 0;
  let open = 0;
  const sockets = beginnings.map((beginning) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      opened += 1;
      open += 1;
      socket.write(beginning);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open -= 1;
    });
    return socket.resume();
  });
  await eventually(() => opened === sockets.length);
  const began = performance.now();
  let answered = 0;
  for (let call = 0; call < 20; call++) {
    const { status } = await newCaller().get('/auth/me');
    if (status === 401 && performance.now() - began < CLOSED_WITHIN_MS) answered += 1;
  }
  await eventually(() => open === 0, CLOSED_WITHIN_MS);
  const left = open;
  for (const socket of sockets) socket.destroy();
  return { opened, open: left, answered };
}

/** The screen's own message. */
const OWN = 'Failed to load users Please try again later';

/** What the server answers to the list of users; the toasts that follow, and how often it is asked. */
const SITUATIONS: readonly (readonly [answer: Scripted, toasts: readonly string[], calls: number])[] = [
  ['no answer', ['Network Error Please check your internet connection.', OWN], 1],
  [
    [400, 'validation_error', { errors: [{ field: 'a', code: 'b', message: 'Too long' }] }],
    ['The server says validation_error Validation error: Too long', OWN],
    1,
  ],
  [
    [400, 'refused', { errors: [{ field: 'a', code: 'b', message: 'Too long' }] }],
    ['The server says refused Got the following errors: Too long', OWN],
    1,
  ],
  [[403, 'forbidden'], [OWN], 2],
  [[429, 'rate_limited'], ['Too Many Requests Please slow down and try again in a moment.', OWN], 1],
  [
    [500, 'internal_error'],
    ['Server Error Something went wrong on our end. Please try again later.', OWN],
    1,
  ],
  [[503, 'unavailable'], ['Server Error Something went wrong on our end. Please try again later.', OWN], 1],
];

attack(
  'A96',
  'every failure that the dashboard can get from the server',
  'right toasts and number of calls in 7 of 7 situations; three wrong codes: 4 calls, then "Maximum verification attempts exceeded"; one refresh of the token: the call is done once; 401: sign-in page without a toast',
  async (stage, { page }) => {
    const product = await loopbackProduct(stage);
    await product.signIn(page);
    const odd: string[] = [];
    for (const [scripted, toasts, calls] of SITUATIONS) {
      const asked = await answerUsersWith(page, () => scripted);
      await page.goto(`${product.address}/users`);
      await eventually(async () => (await toastsOn(page)).length >= toasts.length);
      await page.waitForTimeout(300);
      const shown = await toastsOn(page);
      if (shown.toSorted().join() !== toasts.toSorted().join() || asked.length !== calls) {
        odd.push(`${scripted}: ${shown.join(', ')}, ${asked.length} calls`);
      }
    }

    let left = 3;
    const codes = await answerUsersWith(page, ({ code }) => {
      if (code === undefined) return [403, '2fa_verification_required', { attemptsRemaining: left }];
      left -= 1;
      return [403, 'invalid_code', { attemptsRemaining: left }];
    });
    await page.goto(`${product.address}/users`);
    for (let tried = 1; tried <= 3; tried++) {
      await codeCells(page).pressSequentially('000000');
      await eventually(() => codes.length === tried + 1);
    }
    const exceeded = await eventually(async () =>
      (await toastsOn(page)).some((each) => each.startsWith('Maximum verification attempts exceeded')),
    );

    const tokens = await answerUsersWith(page, ({ call }) =>
      call === 1 ? [403, 'invalid_csrf_token'] : 'pass',
    );
    await page.goto(`${product.address}/users`);
    await eventually(() => tokens.length === 2);
    await page.waitForTimeout(300);
    const isDone = tokens.length === 2 && (await toastsOn(page)).length === 0;

    await page.context().clearCookies();
    await answerUsersWith(page, () => 'pass');
    await page.goto(`${product.address}/users`);
    const isOut = await eventually(() => page.url().endsWith('/login'));
    const last = await toastsOn(page);
    return `right toasts and number of calls in ${SITUATIONS.length - odd.length} of ${SITUATIONS.length} situations; three wrong codes: ${codes.length} calls, then ${exceeded ? '"Maximum verification attempts exceeded"' : await toastsOn(page)}; one refresh of the token: ${isDone ? 'the call is done once' : tokens.length}; 401: ${isOut ? 'sign-in page' : page.url()} ${last.length === 0 ? 'without a toast' : last}${listed(odd)}`;
  },
);

type Scripted = 'no answer' | 'pass' | readonly [status: number, word: string, more?: object];

/** Answers the list of users in place of the product. Returns the calls. */
async function answerUsersWith(
  page: Page,
  script: (asked: { readonly code: string | undefined; readonly call: number }) => Scripted,
): Promise<readonly string[]> {
  const calls: string[] = [];
  await page.unroute('**/api/admin/v1/users?*');
  await page.route('**/api/admin/v1/users?*', async (route) => {
    calls.push(route.request().url());
    const code = route.request().headers()['x-2fa-code'];
    const scripted = script({ code, call: calls.length });
    if (scripted === 'no answer') return await route.abort('connectionrefused');
    if (scripted === 'pass') return await route.continue();
    const [status, word, more] = scripted;
    const body = { status: word, message: `The server says ${word}`, requestId: 'r', ...more };
    return await route.fulfill({ status, json: body });
  });
  return calls;
}

/** Titles and descriptions of the toasts. */
async function toastsOn(page: Page): Promise<string[]> {
  return await page.locator('[data-sonner-toast]').evaluateAll((toasts) =>
    toasts.map((toast) =>
      ['[data-title]', '[data-description]']
        .map((part) => toast.querySelector(part)?.textContent ?? '')
        .join(' ')
        .trim(),
    ),
  );
}
