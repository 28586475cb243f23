import * as wallets from '@halyard/contract/wallets';
import { expect, it } from 'vitest';
import {
  TRANSACTION_DIRECTION_LABELS,
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
} from './transaction-labels.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from './transaction-values.ts';

// @spec D.141
it('every transaction type, status and direction of the contract has a label', () => {
  expect(TRANSACTION_TYPES).toEqual(wallets.TRANSACTION_TYPES);
  expect(TRANSACTION_STATUSES).toEqual(wallets.TRANSACTION_STATUSES);
  expect(TRANSACTION_TYPE_LABELS.map(({ value }) => value)).toEqual(TRANSACTION_TYPES);
  expect(TRANSACTION_STATUS_LABELS.map(({ value }) => value)).toEqual(TRANSACTION_STATUSES);
  expect(TRANSACTION_DIRECTION_LABELS.map(({ value }) => value)).toEqual(wallets.TRANSACTION_DIRECTIONS);
});
