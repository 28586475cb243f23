import { getAddress, Interface, toBeHex } from 'ethers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnvilNode, startAnvil } from '../../../test/anvil-node.ts';
import {
  forwardTo,
  type SourceConduct,
  type SourceServer,
  startSourceServer,
} from '../../../test/source-server.ts';
import type { ChainAsset } from './chain-assets.ts';
import type { ChainReader } from './chain-reader.ts';
import { createEvmReader } from './evm-reader.ts';

/** Unused addresses with valid checksums. */
const WALLETS = Array.from({ length: 200 }, (_, number) =>
  getAddress(`0x${'ab'.repeat(18)}${(number + 1).toString(16).padStart(4, '0')}`),
);
const [RICH = '', TINY = '', EMPTY = ''] = WALLETS;
const NONSENSE = 'The Ethereum node returned an invalid response';
const TOO_MANY = 'The Ethereum node is rate limiting requests';
const SIGNAL = new AbortController().signal;

let anvil: AnvilNode;
/** Proxies the node and makes it misbehave. */
let node: SourceServer;
let assets: readonly ChainAsset[];
let reader: ChainReader;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 });
  node = await startSourceServer(forwardTo(anvil.url));
  const usdt = await anvil.deployToken();
  const busd = await anvil.deployToken();
  assets = [
    { symbol: 'ETH', tokenAddress: null, decimals: 18 },
    { symbol: 'USDT', tokenAddress: usdt, decimals: 6 },
    { symbol: 'BUSD', tokenAddress: busd, decimals: 18 },
  ];
  await anvil.setBalance(RICH, 123_456_789_012_345_678_901_234_567n);
  await anvil.mint(usdt, RICH, 2n ** 64n);
  await anvil.mint(busd, RICH, 5n * 10n ** 17n);
  await anvil.setBalance(TINY, 1n);
  await anvil.mint(usdt, TINY, 1n);
});
afterAll(async () => {
  await node?.stop();
  await anvil?.stop();
});
beforeEach(() => {
  node.conduct = 'answer';
  reader = createEvmReader({ network: 'ETH', url: node.url, now: Date.now, assets });
});

async function balancesOf(address: string) {
  const { balances, failure } = await reader.read([address], SIGNAL);
  const found = balances.get(address);
  if (failure !== undefined || found === undefined || found instanceof Error) throw failure ?? found;
  return Object.fromEntries(found.map(({ symbol, balance }) => [symbol, balance]));
}

async function failureWhile(conduct: SourceConduct): Promise<string> {
  node.conduct = conduct;
  return await reader.read([RICH], SIGNAL).then(
    () => 'none',
    (error: Error) => error.message,
  );
}

const multicall = new Interface([
  'function aggregate3((address, bool, bytes)[]) view returns ((bool success, bytes returnData)[])',
]);

/** Replaces one result of the node: three about the block, then one balance per asset. */
function lie(index: number, value: bigint): SourceConduct {
  return (answer) => {
    const { result, ...rest } = JSON.parse(answer);
    const [decoded] = multicall.decodeFunctionResult('aggregate3', result);
    const results = decoded.toArray().map((each: { toArray: () => unknown[] }) => each.toArray());
    results[index] = [true, toBeHex(value, 32)];
    return JSON.stringify({ ...rest, result: multicall.encodeFunctionResult('aggregate3', [results]) });
  };
}

describe('createEvmReader', () => {
  // @spec O.21
  it('reads exact native and token balances of 200 wallets in one request', async () => {
    const before = node.questions.length;
    const { balances, blockNumber, failure } = await reader.read(WALLETS, SIGNAL);
    expect(node.questions.length - before).toBe(1);
    expect(failure).toBeUndefined();
    expect(BigInt(blockNumber)).toBe(await anvil.blockNumber());
    expect([...balances.keys()]).toEqual(WALLETS);
    expect(balances.get(RICH)).toEqual([
      { symbol: 'ETH', tokenAddress: null, balance: '123456789.012345678901234567' },
      { symbol: 'USDT', tokenAddress: assets[1]?.tokenAddress, balance: '18446744073709.551616' },
      { symbol: 'BUSD', tokenAddress: assets[2]?.tokenAddress, balance: '0.5' },
    ]);
    expect(await balancesOf(TINY)).toEqual({ ETH: '0.000000000000000001', USDT: '0.000001', BUSD: '0' });
    expect(await balancesOf(EMPTY)).toEqual({ ETH: '0', USDT: '0', BUSD: '0' });
  });

  it('returns an error instead of 0 if a token of the wallet does not respond', async () => {
    const gone = { symbol: 'GONE', tokenAddress: WALLETS[9] ?? '', decimals: 6 };
    reader = createEvmReader({ network: 'ETH', url: node.url, now: Date.now, assets: [...assets, gone] });
    await expect(balancesOf(RICH)).rejects.toThrow('The Ethereum node returned an invalid GONE balance');
  });

  it.each<[string, SourceConduct, string]>([
    ['drops the connection', 'cut', 'The Ethereum node could not be reached'],
    ['fails', { status: 500 }, 'The Ethereum node answered with HTTP status 500'],
    ['returns 429', { status: 429 }, TOO_MANY],
    [
      'redirects',
      { status: 302, location: 'http://169.254.169.254/' },
      'The Ethereum node redirected; redirects are not followed',
    ],
    ['sends 50 MB', 'flood', 'The Ethereum node answered with more than 1 MB'],
    ['returns no JSON', () => '<html>', NONSENSE],
    ['returns no result', () => '{"jsonrpc":"2.0","id":1}', NONSENSE],
    ['returns a number', () => '{"jsonrpc":"2.0","id":1,"result":7}', NONSENSE],
    ['returns no hex', () => '{"jsonrpc":"2.0","id":1,"result":"0xzz"}', NONSENSE],
    ['returns no data', () => '{"jsonrpc":"2.0","id":1,"result":"0x"}', NONSENSE],
    [
      'returns an error',
      () => '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"key abc is bad"}}',
      'The Ethereum node rejected the request with error -32000',
    ],
    [
      'returns an error whose code is text',
      () => '{"jsonrpc":"2.0","id":1,"error":{"code":"key abc","message":"bad"}}',
      NONSENSE,
    ],
    [
      'reports a rate limit',
      () => '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}',
      TOO_MANY,
    ],
    ['is of another chain', lie(0, 56n), 'The Ethereum node is on the wrong chain (ID 56, expected 1)'],
    ['reports an impossible block', lie(1, 10n ** 60n), NONSENSE],
  ])('reports the reason when the node %s', async (_, conduct, message) => {
    expect(await failureWhile(conduct)).toBe(message);
    node.conduct = 'answer';
    expect(await balancesOf(EMPTY)).toEqual({ ETH: '0', USDT: '0', BUSD: '0' });
  });

  it.each(['hang', 'drip'] as const)('times out after 5 s (node behaviour: %s)', async (conduct) => {
    expect(await failureWhile(conduct)).toBe('The Ethereum node did not answer within 5 s');
  });

  it('rejects a balance of 10^60 for that wallet only', async () => {
    node.conduct = lie(3, 10n ** 60n);
    const { balances } = await reader.read([RICH, TINY], SIGNAL);
    expect(balances.get(RICH)).toMatchObject({
      message: 'The Ethereum node returned an invalid ETH balance',
    });
    expect(balances.get(TINY)).toHaveLength(3);
  });

  it('rejects a node of another chain, a stale block and a block from the future', async () => {
    reader = createEvmReader({ network: 'POLYGON', url: node.url, now: Date.now, assets });
    await expect(balancesOf(RICH)).rejects.toThrow(
      'The Polygon node is on the wrong chain (ID 1, expected 137)',
    );
    const now = () => Date.now() + 11 * 60_000;
    reader = createEvmReader({ network: 'ETH', url: node.url, now, assets });
    await expect(balancesOf(RICH)).rejects.toThrow('The Ethereum node is 11 minutes behind its chain');
    const before = () => Date.now() - 11 * 60_000;
    reader = createEvmReader({ network: 'ETH', url: node.url, now: before, assets });
    await expect(balancesOf(RICH)).rejects.toThrow('The Ethereum node reports a block from the future');
  });

  it('recovers when the node is back', async () => {
    await node.stop();
    expect(await failureWhile('answer')).toBe('The Ethereum node could not be reached');
    await node.start();
    expect(await balancesOf(TINY)).toMatchObject({ USDT: '0.000001' });
  });

  it('stops when its signal aborts', async () => {
    node.conduct = 'hang';
    const breakOff = new AbortController();
    const reading = reader.read([RICH], breakOff.signal);
    await expect.poll(() => node.questions.at(-1)?.body).toContain('eth_call');
    breakOff.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('sends the credentials of the URL as basic authentication and does not reveal them', async () => {
    const url = node.url.replace('//', '//us%40er:p%3Ass@');
    reader = createEvmReader({ network: 'ETH', url, now: Date.now, assets });
    await balancesOf(TINY);
    expect(node.questions.at(-1)?.headers.authorization).toBe(`Basic ${btoa('us@er:p:ss')}`);
    node.conduct = 'cut';
    const error = await reader.read([RICH], SIGNAL).catch((reason: Error) => reason);
    expect(String(error)).toBe('SourceFailure: The Ethereum node could not be reached');
  });
});
