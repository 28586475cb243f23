import { expect, it } from 'vitest';
import { isStablecoin, ticker } from './asset.ts';
import { networkName, networkOf } from './network.ts';

// @spec 3.16, 9.36, D.143
it.each([
  ['ETH', 'ETH', 'Ethereum'],
  ['MATIC', 'POLYGON', 'Polygon'],
  ['POLYGON', 'POLYGON', 'Polygon'],
  ['BSC', 'BSC', 'BSC'],
  ['TRON', 'TRON', 'TRON'],
  [' tron ', 'TRON', 'TRON'],
  ['SOL', undefined, 'SOL'],
  ['constructor', undefined, 'constructor'],
])('networkOf(%j) returns %s, named %s', (word, network, name) => {
  expect(networkOf(word)).toBe(network);
  expect(networkName(word)).toBe(name);
});

it.each([undefined, null, 7, {}, ''])('networkOf(%j) returns undefined', (word) => {
  expect(networkOf(word)).toBeUndefined();
});

// @spec 9.33
it.each([
  ['USDT', true],
  ['usdc', true],
  ['BUSD', true],
  ['TRON_USDT', true],
  ['ETH', false],
  ['USDT_ETH', false],
])('isStablecoin(%s) is %s', (asset, expected) => {
  expect(isStablecoin(asset)).toBe(expected);
});

// @spec 9.34
it('ticker joins the network and the symbol', () => {
  expect(ticker('TRON', 'USDT')).toBe('TRON_USDT');
});
