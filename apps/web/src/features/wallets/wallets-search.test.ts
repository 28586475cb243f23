import { expect, it } from 'vitest';
import { parseWalletsSearch } from './wallets-search.ts';

it.each([
  [{}, {}],
  [{ type: 'outbound' }, {}],
  [
    { type: 'inbound', page: '3', search: ' 0xAb ', network: 'TRON', ledger: 'unexplained' },
    { type: 'inbound', page: 3, search: '0xAb', network: 'TRON', ledger: 'unexplained' },
  ],
  [
    { type: 'inbound', network: 'MATIC' },
    { type: 'inbound', network: 'POLYGON' },
  ],
  [{ search: '0xAb', network: 'TRON', ledger: 'in_flight' }, { ledger: 'in_flight' }],
  [{ type: 'x', page: '0', network: 'SOL', ledger: 'toString' }, {}],
  [
    { wallet: '42', tab: 'transactions' },
    { wallet: '42', tab: 'transactions' },
  ],
  [
    { wallet: '00000000-0000-4000-8000-000000000001', tab: 'overview' },
    { wallet: '00000000-0000-4000-8000-000000000001' },
  ],
  [{ wallet: '../users', tab: 'audit-logs', txPage: '2' }, {}],
  [{ wallet: '..' }, {}],
  [{ wallet: 'outbound', tab: 'transactions' }, {}],
  [{ wallet: ' inbound ' }, {}],
  [
    { wallet: '42', tab: 'audit-logs', entry: '..' },
    { wallet: '42', tab: 'audit-logs' },
  ],
  [{ wallet: `0x${'a'.repeat(64)}` }, { wallet: `0x${'a'.repeat(64)}` }],
  [{ wallet: 'wlt.1+/=' }, { wallet: 'wlt.1+/=' }],
  [{ tab: 'transactions', txPage: '2', entry: '7' }, {}],
  [{ wallet: 42 }, {}],
  [
    { wallet: '42', tab: 'transactions', txCurrency: ' USDC.e ' },
    { wallet: '42', tab: 'transactions', txCurrency: 'USDC.e' },
  ],
])('parseWalletsSearch(%j) returns %j', (parameters, expected) => {
  expect(parseWalletsSearch(parameters)).toEqual(expected);
});

it.each(['stETH', 'TRON_USDT', 'TRON_stETH', 'USDC', 'A', '888', 'X'.repeat(32)])(
  'parseWalletsSearch keeps the currency %j',
  (txCurrency) => {
    expect(parseWalletsSearch({ wallet: '42', txCurrency })).toEqual({ wallet: '42', txCurrency });
  },
);

it.each(['X'.repeat(33), 'usdt', '<b>', 'US DT', '.', 'TRON_'])(
  'parseWalletsSearch drops the currency %j, which servers reject',
  (txCurrency) => {
    expect(parseWalletsSearch({ wallet: '42', txCurrency })).toEqual({ wallet: '42' });
  },
);
