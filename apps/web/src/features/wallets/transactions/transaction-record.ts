import type { WalletTransaction } from '@halyard/contract/wallets';
import { type Amount, amountIn } from '../../../domain/amount/amount.ts';
import { type FedTransaction, parseFedTransaction } from '../../../domain/transaction/fed-transaction.ts';
import { fieldsOf, identifierIn, isRecord, textIn, type Unread } from '../../../shared/api/answer-fields.ts';

/** A transaction. Missing fields are null or empty. */
export interface TransactionRecord extends FedTransaction {
  /** The id, or the position in the response if it has none. */
  readonly key: string;
  readonly networkFee: Amount | null;
  readonly relatedOrder: { readonly merchantOrderId: string; readonly status: string | null } | null;
}

/** Parses a transaction in which any field may be missing. */
export function parseTransaction(value: unknown, position: number): TransactionRecord {
  const transaction = fieldsOf<WalletTransaction>(value);
  const { relatedOrder } = transaction;
  return {
    key: identifierIn(transaction.id) ?? String(position),
    ...parseFedTransaction(value),
    networkFee: amountIn(transaction.networkFee),
    relatedOrder: isRecord(relatedOrder) ? parseOrder(relatedOrder) : null,
  };
}

function parseOrder({
  merchantOrderId,
  status,
}: Unread<NonNullable<WalletTransaction['relatedOrder']>>): TransactionRecord['relatedOrder'] {
  return { merchantOrderId: identifierIn(merchantOrderId) ?? '', status: textIn(status) };
}
