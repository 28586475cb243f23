import type { TransactionStatus, TransactionType } from '@halyard/contract/wallets';

/** Which transactions of a wallet one asks for. What is undefined asks for any. */
export interface TransactionsQuery {
  readonly walletId: number;
  readonly limit: number;
  readonly offset: number;
  readonly type?: TransactionType | undefined;
  readonly currency?: string | undefined;
  readonly status?: TransactionStatus | undefined;
  /** Included. */
  readonly from?: Date | undefined;
  /** Not included. */
  readonly to?: Date | undefined;
  /** A hash or its beginning, in any case, or an order's id with its merchant. */
  readonly search?: string | undefined;
  /** The last transaction of the page before. */
  readonly after?: TransactionPlace | undefined;
}

export interface TransactionPlace {
  readonly id: string;
  /** As the database writes it, to the microsecond. */
  readonly createdAt: string;
}
