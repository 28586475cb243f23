import type { TransactionStatus, TransactionType } from '@halyard/contract/wallets';

// The contract's words, without the library that it is written in.

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
