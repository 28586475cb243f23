import { ORDER_STATUSES } from '@halyard/contract/orders';
import { expect, it } from 'vitest';
import { ORDER_STATUS_LABELS } from './order-status-labels.ts';

it('has a word for each of the contract, in its order', () => {
  expect(ORDER_STATUS_LABELS.map(({ value }) => value)).toEqual(ORDER_STATUSES);
});
