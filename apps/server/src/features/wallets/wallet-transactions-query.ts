import type { TransactionStatus, TransactionType } from '@halyard/contract/wallets';

export interface TransactionsQuery {
  readonly walletId: number;
  readonly limit: number;
  readonly offset: number;
  readonly type?: TransactionType | undefined;
  readonly currency?: string | undefined;
  readonly status?: TransactionStatus | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  /** A hash or its prefix in any case, or a merchant's order id. */
  readonly search?: string | undefined;
  /** Last transaction of the previous page. */
  readonly after?: TransactionPlace | undefined;
}

export interface TransactionPlace {
  readonly id: string;
  /** Text from the database, in microseconds. */
  readonly createdAt: string;
}
