import { ORDER_STATUSES } from '@halyard/contract/orders';
import { expect, it } from 'vitest';
import { ORDER_STATUS_LABELS } from './order-status-labels.ts';

it("ORDER_STATUS_LABELS has a label for each status, in the contract's order", () => {
  expect(ORDER_STATUS_LABELS.map(({ value }) => value)).toEqual(ORDER_STATUSES);
});
