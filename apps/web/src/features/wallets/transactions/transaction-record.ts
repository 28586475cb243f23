import type { WalletTransaction } from '@halyard/contract/wallets';
import {
  fieldsOf,
  identifierIn,
  instantIn,
  isRecord,
  textIn,
  type Unread,
} from '../../../shared/api/answer-fields.ts';
import { type Amount, parseAmount } from '../listed-wallet.ts';

/** A transaction. Missing fields are null or empty. */
export interface TransactionRecord {
  /** The id, or the position in the response if it has none. */
  readonly key: string;
  readonly direction: string;
  readonly status: string;
  readonly hash: string | null;
  readonly amount: Amount | null;
  readonly currency: string;
  readonly usdAmount: Amount | null;
  readonly type: string;
  readonly networkFee: Amount | null;
  readonly testnet: boolean;
  readonly createdAt: string;
  readonly relatedOrder: { readonly merchantOrderId: string; readonly status: string | null } | null;
}

/** Parses a transaction in which any field may be missing. */
export function parseTransaction(value: unknown, position: number): TransactionRecord {
  const transaction = fieldsOf<WalletTransaction>(value);
  const { relatedOrder } = transaction;
  return {
    key: identifierIn(transaction.id) ?? String(position),
    direction: textIn(transaction.direction) ?? '',
    status: textIn(transaction.status) ?? '',
    hash: textIn(transaction.hash),
    amount: parseAmount(transaction.amount),
    currency: textIn(transaction.currency) ?? '',
    usdAmount: parseAmount(transaction.usdAmount),
    type: textIn(transaction.type) ?? '',
    networkFee: parseAmount(transaction.networkFee),
    testnet: transaction.testnet === true,
    createdAt: instantIn(transaction.createdAt) ?? '',
    relatedOrder: isRecord(relatedOrder) ? parseOrder(relatedOrder) : null,
  };
}

function parseOrder({
  merchantOrderId,
  status,
}: Unread<NonNullable<WalletTransaction['relatedOrder']>>): TransactionRecord['relatedOrder'] {
  return { merchantOrderId: identifierIn(merchantOrderId) ?? '', status: textIn(status) };
}
