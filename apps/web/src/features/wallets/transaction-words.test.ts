import * as wallets from '@halyard/contract/wallets';
import { expect, it } from 'vitest';
import {
  TRANSACTION_DIRECTIONS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  valuesOf,
} from './transaction-words.ts';

it('has a word for each of the contract', () => {
  expect(valuesOf(TRANSACTION_TYPES)).toEqual(wallets.TRANSACTION_TYPES);
  expect(valuesOf(TRANSACTION_STATUSES)).toEqual(wallets.TRANSACTION_STATUSES);
  expect(valuesOf(TRANSACTION_DIRECTIONS)).toEqual(wallets.TRANSACTION_DIRECTIONS);
});
