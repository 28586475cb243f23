import * as orders from '@halyard/contract/orders';
import * as wallets from '@halyard/contract/wallets';
import { expect, it } from 'vitest';
import {
  ORDER_STATUSES,
  TRANSACTION_DIRECTIONS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  toneOf,
  valuesOf,
} from './transaction-words.ts';

it('has a word for each of the contract', () => {
  expect(valuesOf(TRANSACTION_TYPES)).toEqual(wallets.TRANSACTION_TYPES);
  expect(valuesOf(TRANSACTION_STATUSES)).toEqual(wallets.TRANSACTION_STATUSES);
  expect(valuesOf(TRANSACTION_DIRECTIONS)).toEqual(wallets.TRANSACTION_DIRECTIONS);
  expect(valuesOf(ORDER_STATUSES)).toEqual(orders.ORDER_STATUSES);
});

it('has an expired order look as it does on the overview', () => {
  expect(toneOf(ORDER_STATUSES, 'expired')).toBe('bad');
});
