import { readFileSync } from 'node:fs';
import { STATUS_WORDS, type StatusWord } from '@halyard/contract/error-body';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enrolAdministrator } from '../../../test/authenticator.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { connectPlatform } from '../../../test/test-platform.ts';

const PAGE = readFileSync(new URL('../../../../../docs/feeding.md', import.meta.url), 'utf8');

let test: TestApplication;
let key: string;

beforeAll(async () => {
  test = await startTestApplication({ isEvaluation: true });
  const scopes = [
    'users',
    'merchants',
    'orders',
    'wallets',
    'wallet-transactions',
    'user-access',
    'feed:read',
  ];
  key = (await connectPlatform(test, scopes)).key.token;
});
afterAll(async () => await test.close());

/** Each command of the page with its answer. */
const STEPS = [...PAGE.matchAll(/```sh\n(curl .*?)```\s*```json\n(.*?)```/gs)].map(
  ([, command = '', answer = '']) => ({ command, answer: JSON.parse(answer) }),
);

/** Splits a command into words, as a shell does. */
function wordsOf(command: string): string[] {
  const words = command.replaceAll('\\\n', ' ').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g);
  return [...words].map(
    ([, double, single, bare]) =>
      single ?? (double ?? bare ?? '').replace('$HALYARD', '').replace('$KEY', key),
  );
}

async function run(command: string): Promise<{ readonly status: number; readonly body: object }> {
  const words = wordsOf(command);
  const after = (option: string) => words.filter((_word, at) => words[at - 1] === option);
  const [payload] = after('-d');
  const answer = await test.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: words.find((word) => word.startsWith('/api/')) ?? '',
    headers: Object.fromEntries(after('-H').map((header) => header.split(': ', 2))),
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

it('every command of docs/feeding.md gets the answer below it', async () => {
  expect(STEPS.length).toBeGreaterThan(8);
  expect(STEPS).toHaveLength(PAGE.split('```sh\n').length - 1);
  for (const { command, answer } of STEPS) {
    const { status, body } = await run(command);
    const shown = 'requestId' in body ? { ...body, requestId: '…' } : body;
    expect(shown, command).toEqual(answer);
    const word: StatusWord | undefined = answer.status in STATUS_WORDS ? answer.status : undefined;
    expect(status).toBe(word === undefined ? 200 : STATUS_WORDS[word]);
  }
});

it('the dashboard shows the order, user and wallet as docs/feeding.md tells', async () => {
  const { browser } = await enrolAdministrator(test, 'reader@example.com');
  const order = await browser.get('/orders/44444444-4444-4444-8444-444444444444');
  expect(order.body).toMatchObject({ status: 'paid', receivedAmount: '125.5', exceptions: [] });
  const user = await browser.get('/users/11111111-1111-4111-8111-111111111111');
  expect(user.body).toMatchObject({ name: 'Ada', merchantCount: 1 });
  const wallet = await browser.get('/wallets/33333333-3333-4333-8333-333333333333');
  expect(wallet.body.portfolio.tokens).toMatchObject([{ symbol: 'USDT', balance: '125.5' }]);
});
