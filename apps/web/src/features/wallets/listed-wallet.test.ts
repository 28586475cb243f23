import { describe, expect, it } from 'vitest';
import { isWallet, parseWallet } from './listed-wallet.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

it.each([
  [{ id: '7', address: ADDRESS }, true],
  [{ id: 7, address: ADDRESS }, true],
  [{ address: ADDRESS }, false],
  [{ id: 7 }, false],
  [{ id: 7, address: '' }, false],
  [{ id: 7, address: '', addressChanged: true }, true],
  [{ id: {}, address: ADDRESS }, false],
  [null, false],
  ['7', false],
])('isWallet(%j) returns %s', (value, expected) => {
  expect(isWallet(value)).toBe(expected);
});

it('parseWallet has defaults for all missing fields', () => {
  expect(parseWallet({ id: 7, address: ADDRESS })).toEqual({
    id: '7',
    uuid: '',
    address: ADDRESS,
    blockchain: 'Unknown',
    type: '',
    createdAt: '',
    portfolio: null,
    transactionCounts: { mainnet: 0, testnet: 0 },
    explorerUrl: null,
  });
});

// @spec 3.16
it.each([
  ['MATIC', 'POLYGON'],
  ['tron', 'TRON'],
  ['SOL', 'SOL'],
])('parseWallet reads the blockchain %s as %s', (blockchain, expected) => {
  expect(parseWallet({ id: 7, address: ADDRESS, blockchain }).blockchain).toBe(expected);
});

describe('parseWallet portfolio', () => {
  const read = (portfolio: unknown) => parseWallet({ id: 7, address: ADDRESS, portfolio }).portfolio;

  it('keeps amounts unchanged', () => {
    const long = '98765432109876543210.123456789012345678';
    expect(
      read({ native: { symbol: 'ETH', balance: long, valueUsd: 12.5 }, totalValueUsd: '0' }),
    ).toMatchObject({
      native: { symbol: 'ETH', balance: long, valueUsd: 12.5 },
      tokens: [],
      totalValueUsd: '0',
      error: null,
      isPartial: false,
    });
  });

  // @spec 2.123
  it('keeps balances next to an error only if they have a time', () => {
    const given = {
      native: { symbol: 'ETH', balance: '0', valueUsd: '0' },
      tokens: [{ symbol: 'USDT', balance: '0', valueUsd: '0' }],
      totalValueUsd: '0',
      error: 'The node is down',
    };
    expect(read(given)).toMatchObject({ native: null, tokens: [], totalValueUsd: null });
    expect(read({ ...given, asOf: '2026-03-03T12:00:00.000Z' })).toMatchObject({
      native: given.native,
      totalValueUsd: '0',
    });
  });

  it('drops values of the wrong type', () => {
    expect(
      read({ native: [], tokens: [null, 'x', { symbol: 7, balance: true }], totalValueUsd: {}, asOf: 5 }),
    ).toMatchObject({
      native: null,
      tokens: [{ symbol: '', balance: null, valueUsd: null, address: null }],
      totalValueUsd: null,
      asOf: null,
      source: null,
    });
  });

  it.each([
    [{ error: 'down' }, 'down', true],
    [{ error: 'down', isPartial: false }, 'down', false],
    [{ error: true }, 'No reason given.', true],
    [{ error: false }, null, false],
    [{ isPartial: true }, null, true],
  ])('reads the error and isPartial of %j as %j and %s', (portfolio, error, isPartial) => {
    expect(read(portfolio)).toMatchObject({ error, isPartial });
  });
});
