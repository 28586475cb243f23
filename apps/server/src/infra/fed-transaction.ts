import type {
  TransactionDirection,
  TransactionStatus,
  TransactionType,
  WalletTransaction,
} from '@halyard/contract/wallets';

/** The columns of a transaction that every list of them reads. Decimals as text. */
export interface FedTransactionRow {
  readonly id: string;
  readonly direction: TransactionDirection;
  readonly status: TransactionStatus;
  readonly hash: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly amount_usd: string | null;
  readonly type: TransactionType;
  readonly network_fee: string | null;
  readonly testnet: boolean;
  readonly created_at: Date;
}

export function presentFedTransaction(row: FedTransactionRow): Omit<WalletTransaction, 'relatedOrder'> {
  return {
    id: row.id,
    direction: row.direction,
    status: row.status,
    hash: row.hash,
    amount: row.amount,
    currency: row.currency,
    usdAmount: row.amount_usd,
    type: row.type,
    networkFee: row.network_fee,
    testnet: row.testnet,
    createdAt: row.created_at.toISOString(),
  };
}
