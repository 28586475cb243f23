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

/** Addresses of nobody; their checksums are right. */
const WALLETS = Array.from({ length: 200 }, (_, number) =>
  getAddress(`0x${'ab'.repeat(18)}${(number + 1).toString(16).padStart(4, '0')}`),
);
const [RICH = '', TINY = '', EMPTY = ''] = WALLETS;
const NONSENSE = 'The Ethereum node returned an invalid response';
const TOO_MANY = 'The Ethereum node is rate limiting requests';
const SIGNAL = new AbortController().signal;

let anvil: AnvilNode;
/** Between the reader and the node, to make the node misbehave. */
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

/** The message of what a reading rejects with while the node treats questions like this. */
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

/** Makes another number of one of the node's results: three about the block, then a balance an asset. */
function lie(index: number, value: bigint): SourceConduct {
  return (answer) => {
    const { result, ...rest } = JSON.parse(answer);
    const [decoded] = multicall.decodeFunctionResult('aggregate3', result);
    const results = decoded.toArray().map((each: { toArray: () => unknown[] }) => each.toArray());
    results[index] = [true, toBeHex(value, 32)];
    return JSON.stringify({ ...rest, result: multicall.encodeFunctionResult('aggregate3', [results]) });
  };
}

describe('a reader of an EVM chain', () => {
  // @spec O.21
  it('reads natives and tokens of 200 wallets in one question, to the last digit', async () => {
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

  it('gives no balances of a wallet one of whose tokens does not answer, and never 0', async () => {
    const gone = { symbol: 'GONE', tokenAddress: WALLETS[9] ?? '', decimals: 6 };
    reader = createEvmReader({ network: 'ETH', url: node.url, now: Date.now, assets: [...assets, gone] });
    await expect(balancesOf(RICH)).rejects.toThrow('The Ethereum node returned an invalid GONE balance');
  });

  it.each<[string, SourceConduct, string]>([
    ['cuts the line', 'cut', 'The Ethereum node could not be reached'],
    ['fails', { status: 500 }, 'The Ethereum node answered with HTTP status 500'],
    ['asks for patience', { status: 429 }, TOO_MANY],
    [
      'redirects',
      { status: 302, location: 'http://169.254.169.254/' },
      'The Ethereum node redirected; redirects are not followed',
    ],
    ['sends 50 MB', 'flood', 'The Ethereum node answered with more than 1 MB'],
    ['speaks no JSON', () => '<html>', NONSENSE],
    ['gives no result', () => '{"jsonrpc":"2.0","id":1}', NONSENSE],
    ['gives a number', () => '{"jsonrpc":"2.0","id":1,"result":7}', NONSENSE],
    ['gives no hex', () => '{"jsonrpc":"2.0","id":1,"result":"0xzz"}', NONSENSE],
    ['gives nothing', () => '{"jsonrpc":"2.0","id":1,"result":"0x"}', NONSENSE],
    [
      'refuses',
      () => '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"key abc is bad"}}',
      'The Ethereum node rejected the request with error -32000',
    ],
    [
      'refuses with words in the place of a number',
      () => '{"jsonrpc":"2.0","id":1,"error":{"code":"key abc","message":"bad"}}',
      NONSENSE,
    ],
    ['limits', () => '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}', TOO_MANY],
    ['is of another chain', lie(0, 56n), 'The Ethereum node is on the wrong chain (ID 56, expected 1)'],
    ['says a block that cannot be', lie(1, 10n ** 60n), NONSENSE],
  ])('fails with a sentence when the node %s', async (_, conduct, message) => {
    expect(await failureWhile(conduct)).toBe(message);
    node.conduct = 'answer';
    expect(await balancesOf(EMPTY)).toEqual({ ETH: '0', USDT: '0', BUSD: '0' });
  });

  it.each(['hang', 'drip'] as const)('waits 5 s for a node that goes on to %s', async (conduct) => {
    expect(await failureWhile(conduct)).toBe('The Ethereum node did not answer within 5 s');
  });

  it('refuses a balance of 10^60, of that wallet only', async () => {
    node.conduct = lie(3, 10n ** 60n);
    const { balances } = await reader.read([RICH, TINY], SIGNAL);
    expect(balances.get(RICH)).toMatchObject({
      message: 'The Ethereum node returned an invalid ETH balance',
    });
    expect(balances.get(TINY)).toHaveLength(3);
  });

  it('refuses a node that is of another chain, behind its own, or ahead of the time', async () => {
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

  it('is down, and is back', async () => {
    await node.stop();
    expect(await failureWhile('answer')).toBe('The Ethereum node could not be reached');
    await node.start();
    expect(await balancesOf(TINY)).toMatchObject({ USDT: '0.000001' });
  });

  it('breaks off when told to', async () => {
    node.conduct = 'hang';
    const breakOff = new AbortController();
    const reading = reader.read([RICH], breakOff.signal);
    await expect.poll(() => node.questions.at(-1)?.body).toContain('eth_call');
    breakOff.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('sends user and password of the address as such, and tells neither', async () => {
    const url = node.url.replace('//', '//us%40er:p%3Ass@');
    reader = createEvmReader({ network: 'ETH', url, now: Date.now, assets });
    await balancesOf(TINY);
    expect(node.questions.at(-1)?.headers.authorization).toBe(`Basic ${btoa('us@er:p:ss')}`);
    node.conduct = 'cut';
    const error = await reader.read([RICH], SIGNAL).catch((reason: Error) => reason);
    expect(String(error)).toBe('SourceFailure: The Ethereum node could not be reached');
  });
});
