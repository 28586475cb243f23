import type { Network } from '@halyard/contract/networks';
import type { OrderStatus } from '@halyard/contract/orders';
import type { BoundValues } from '../db/bound-values.ts';
import { equalities } from '../db/equalities.ts';

export interface OrderValues {
  readonly status?: OrderStatus | undefined;
  readonly network?: Network | undefined;
  readonly currency?: string | undefined;
  readonly testnet?: boolean | undefined;
}

export interface PaymentTimes {
  /** Inclusive. */
  readonly paidFrom?: string | undefined;
  /** Exclusive. */
  readonly paidTo?: string | undefined;
}

/** Builds conditions that fit both the orders and their counts per day. @param statusColumn SQL expression of the status */
export function orderConditions(
  { status, network, currency, testnet }: OrderValues,
  values: BoundValues,
  statusColumn = 'status',
): string[] {
  return equalities({ [statusColumn]: status, network, currency, testnet }, values);
}

/** Builds conditions on the payment: with either of these times, orders must be paid. */
export function paymentConditions({ paidFrom, paidTo }: PaymentTimes, values: BoundValues): string[] {
  if (paidFrom === undefined && paidTo === undefined) return [];
  return [
    `status = 'paid'`,
    ...(paidFrom === undefined ? [] : [`paid_at >= ${values.bindTime(paidFrom)}`]),
    ...(paidTo === undefined ? [] : [`paid_at < ${values.bindTime(paidTo)}`]),
  ];
}
