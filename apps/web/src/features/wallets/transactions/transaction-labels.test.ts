import * as wallets from '@halyard/contract/wallets';
import { expect, it } from 'vitest';
import * as kinds from './transaction-kinds.ts';
import {
  TRANSACTION_DIRECTION_LABELS,
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
} from './transaction-labels.ts';

const valuesOf = (words: readonly { readonly value: string }[]) => words.map(({ value }) => value);

// @spec D.141
it('has a word for each of the contract', () => {
  expect(valuesOf(TRANSACTION_TYPE_LABELS)).toEqual(wallets.TRANSACTION_TYPES);
  expect(valuesOf(TRANSACTION_STATUS_LABELS)).toEqual(wallets.TRANSACTION_STATUSES);
  expect(valuesOf(TRANSACTION_DIRECTION_LABELS)).toEqual(wallets.TRANSACTION_DIRECTIONS);
});

it('takes each of the contract from an address', () => {
  expect(kinds.TRANSACTION_TYPES).toEqual(wallets.TRANSACTION_TYPES);
  expect(kinds.TRANSACTION_STATUSES).toEqual(wallets.TRANSACTION_STATUSES);
});
