import type { TransactionDirection, TransactionStatus, TransactionType } from '@halyard/contract/wallets';

/** Copies of the contract's lists, to keep Zod out of the bundle. */
export const TRANSACTION_TYPES: readonly TransactionType[] = [
  'payment',
  'sweep',
  'payout',
  'gas_topup',
  'refund',
  'fee',
  'adjustment',
];
export const TRANSACTION_STATUSES: readonly TransactionStatus[] = [
  'pending',
  'confirming',
  'confirmed',
  'failed',
  'dropped',
];
export const TRANSACTION_DIRECTIONS: readonly TransactionDirection[] = ['incoming', 'outgoing', 'internal'];
