import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SourceConduct } from '../../../test/source-server.ts';
import { HEAD_NUMBER, startTronNode, type TronNode } from '../../../test/tron-node.ts';
import { CHAIN_ASSETS } from './chain-assets.ts';
import { createTronReader } from './tron-reader.ts';
import { deriveWallet } from './wallet-address.ts';

/** The USDT contract: an address whose bytes are known. */
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const USDT_BYTES = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const WALLETS = Array.from(
  { length: 20 },
  (_, number) => deriveWallet('TRON', Buffer.alloc(32, number + 1)).address,
);
const [RICH = '', POOR = '', UNUSED = ''] = WALLETS;
const SIGNAL = new AbortController().signal;
const NONSENSE = 'The TRON node returned an invalid response';

let node: TronNode;
const readerOf = (options: Partial<Parameters<typeof createTronReader>[0]> = {}) =>
  createTronReader({ url: node.url, apiKey: undefined, now: Date.now, ...options });

beforeAll(async () => {
  node = await startTronNode();
  node.balances.set(RICH, { TRX: 2n ** 63n - 1n, [USDT]: 1_073_038_702_522n, [USDC]: 1n });
  node.balances.set(POOR, { [USDT]: 5n });
});
afterAll(async () => await node?.stop());
beforeEach(() => {
  node.conduct = 'answer';
});

async function balancesOf(address: string, reader = readerOf()): Promise<unknown> {
  const { balances, failure } = await reader.read([address], SIGNAL);
  const found = balances.get(address);
  if (found === undefined || found instanceof Error) return (failure ?? found)?.message;
  return Object.fromEntries(found.map(({ symbol, balance }) => [symbol, balance]));
}

async function failureWhile(conduct: SourceConduct): Promise<unknown> {
  node.conduct = conduct;
  return await balancesOf(RICH).catch((error: Error) => error.message);
}

/** Changes the response at one path. */
function lie(path: string, change: (answer: string) => string): SourceConduct {
  return (answer, question) => (question.path === `/wallet/${path}` ? change(answer) : answer);
}

describe('createTronReader', () => {
  it('reads exact native and token balances, including unused addresses', async () => {
    const { balances, blockNumber, failure } = await readerOf().read(WALLETS, SIGNAL);
    expect(failure).toBeUndefined();
    expect(blockNumber).toBe(HEAD_NUMBER);
    expect(balances.size).toBe(WALLETS.length);
    expect(balances.get(RICH)).toEqual([
      { symbol: 'TRX', tokenAddress: null, balance: '9223372036854.775807' },
      { symbol: 'USDT', tokenAddress: USDT, balance: '1073038.702522' },
      { symbol: 'USDC', tokenAddress: USDC, balance: '0.000001' },
    ]);
    expect(await balancesOf(POOR)).toEqual({ TRX: '0', USDT: '0.000005', USDC: '0' });
    expect(await balancesOf(UNUSED)).toEqual({ TRX: '0', USDT: '0', USDC: '0' });
  });

  it('sends the encoded address and the API key below the path of the URL', async () => {
    const before = node.questions.length;
    const url = `${node.url}/v1/token/`;
    await balancesOf(USDT, readerOf({ url, apiKey: 'abc' })).catch(() => undefined);
    await balancesOf(USDT, readerOf({ apiKey: 'abc' }));
    const [first, ...rest] = node.questions.slice(before);
    expect(first?.path).toBe('/v1/token/wallet/getblock');
    expect(rest.map(({ headers }) => headers['tron-pro-api-key'])).toEqual(rest.map(() => 'abc'));
    expect(JSON.parse(rest.at(-1)?.body ?? '')).toMatchObject({
      owner_address: USDT,
      contract_address: USDC,
      function_selector: 'balanceOf(address)',
      parameter: USDT_BYTES.padStart(64, '0'),
    });
  });

  it.each<[string, SourceConduct, string]>([
    ['drops the connection', 'cut', 'The TRON node could not be reached'],
    ['fails', { status: 503 }, 'The TRON node answered with HTTP status 503'],
    ['returns 429', { status: 429 }, 'The TRON node is rate limiting requests'],
    [
      'redirects',
      { status: 301, location: 'http://169.254.169.254/' },
      'The TRON node redirected; redirects are not followed',
    ],
    ['sends 50 MB', 'flood', 'The TRON node answered with more than 1 MB'],
    ['speaks no JSON', () => '<html>', NONSENSE],
    [
      'says an error in another way',
      lie('getaccount', () => '{"success":false,"error":"account service is busy"}'),
      NONSENSE,
    ],
    ['says an error', () => '{"Error":"class java.lang.NullPointerException : null"}', NONSENSE],
    ['says nothing', () => '{}', NONSENSE],
    [
      'is of another chain',
      lie('getblock', (answer) => answer.replace('1ebf88508a03865c', 'de1aa88295e1fcf9')),
      'The TRON node is on the wrong chain (different first block)',
    ],
    [
      'answers about another address',
      lie('getaccount', (answer) => answer.replaceAll(RICH, POOR)),
      'The TRON node returned an invalid TRX balance',
    ],
    [
      'gives 10^60',
      lie('triggerconstantcontract', (answer) =>
        answer.replace(/\["\w{64}/, `["${(10n ** 60n).toString(16).padStart(64, '0')}`),
      ),
      'The TRON node returned an invalid USDT balance',
    ],
    [
      'gives less than nothing',
      lie('getaccount', (answer) => answer.replace('"balance":', '"balance":-')),
      NONSENSE,
    ],
    [
      'gives a fraction',
      lie('getaccount', (answer) => answer.replace(/"balance":(\d+)/, '"balance":1.5')),
      NONSENSE,
    ],
    [
      'gives no hex',
      lie('triggerconstantcontract', (answer) => answer.replace('["0000', '["zzzz')),
      NONSENSE,
    ],
    ['gives no result', lie('triggerconstantcontract', () => '{"result":{"result":true}}'), NONSENSE],
    [
      'reverts, which it calls a result',
      lie('triggerconstantcontract', (answer) =>
        answer.replace('"result":true}', '"result":true,"message":"REVERT opcode executed"}'),
      ),
      NONSENSE,
    ],
    [
      'knows no such contract',
      lie('triggerconstantcontract', () => '{"result":{"code":"CONTRACT_VALIDATE_ERROR","message":"4e6f"}}'),
      NONSENSE,
    ],
  ])('reports the reason when the node %s', async (_, conduct, message) => {
    expect(await failureWhile(conduct)).toBe(message);
    node.conduct = 'answer';
    expect(await balancesOf(POOR)).toEqual({ TRX: '0', USDT: '0.000005', USDC: '0' });
  });

  it.each(['hang', 'drip'] as const)('times out after 5 s (node behaviour: %s)', async (conduct) => {
    expect(await failureWhile(conduct)).toBe('The TRON node did not answer within 5 s');
  });

  it('keeps the balances that it read before a rate limit', async () => {
    let left = 30;
    const patient = node;
    node.conduct = (answer) => {
      left -= 1;
      if (left === 0) patient.conduct = { status: 429 };
      return answer;
    };
    const { balances, failure } = await readerOf().read(WALLETS, SIGNAL);
    expect(failure?.message).toBe('The TRON node is rate limiting requests');
    expect(balances.size).toBeGreaterThan(0);
    expect(balances.size).toBeLessThan(WALLETS.length);
    expect([...balances.values()].filter((found) => found instanceof Error)).toEqual([]);
  });

  it('rejects a stale block', async () => {
    const now = () => node.blockTime + 25 * 60_000;
    await expect(balancesOf(RICH, readerOf({ now }))).rejects.toThrow(
      'The TRON node is 25 minutes behind its chain',
    );
  });

  it('recovers when the node is back', async () => {
    await node.stop();
    expect(await failureWhile('answer')).toBe('The TRON node could not be reached');
    await node.start();
    expect(await balancesOf(POOR)).toMatchObject({ USDT: '0.000005' });
  });

  it('stops when its signal aborts', async () => {
    node.conduct = 'hang';
    const breakOff = new AbortController();
    const reading = readerOf().read([RICH], breakOff.signal);
    breakOff.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reads TRX, USDT and USDC', () => {
    expect(CHAIN_ASSETS.TRON.map(({ symbol }) => symbol)).toEqual(['TRX', 'USDT', 'USDC']);
  });
});
