import type { Network } from '@halyard/contract/networks';

/** Search of the orders screen for the orders that make up a revenue. The days limit their payment, in UTC. */
export interface PaidOrdersSearch {
  readonly status: 'paid';
  readonly testnet: 'hide';
  readonly paidFrom?: string;
  readonly paidTo?: string;
  readonly network?: Network;
  readonly currency?: string;
  readonly merchantUuid?: string;
}
