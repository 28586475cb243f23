import type { Transaction } from '@halyard/contract/admin-transactions';
import { networkOf } from '../../domain/network/network.ts';
import { type FedTransaction, parseFedTransaction } from '../../domain/transaction/fed-transaction.ts';
import { fieldsOf, identifierIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';

/** A transaction with defaults for missing fields. Unknown values are null. */
export interface TransactionRecord extends FedTransaction {
  readonly id: string;
  readonly order: { readonly uuid: string | null; readonly merchantOrderId: string } | null;
  readonly wallet: {
    readonly id: string | null;
    /** Empty if it was changed outside Halyard. */
    readonly address: string;
    readonly network: string;
  };
  readonly explorerUrl: string | null;
}

export function isTransaction(value: unknown): boolean {
  return identifierIn(fieldsOf<Transaction>(value).id) !== null;
}

export function parseTransaction(value: unknown): TransactionRecord {
  const transaction = fieldsOf<Transaction>(value);
  const wallet = fieldsOf<Transaction['wallet']>(transaction.wallet);
  const order = fieldsOf<NonNullable<Transaction['relatedOrder']>>(transaction.relatedOrder);
  const merchantOrderId = visibleTextIn(order.merchantOrderId);
  return {
    id: identifierIn(transaction.id) ?? '',
    ...parseFedTransaction(value),
    order: merchantOrderId === null ? null : { uuid: identifierIn(order.uuid), merchantOrderId },
    wallet: {
      id: identifierIn(wallet.id),
      address: wallet.addressChanged === true ? '' : (textIn(wallet.address) ?? ''),
      network: networkOf(wallet.network) ?? textIn(wallet.network) ?? 'Unknown',
    },
    explorerUrl: textIn(transaction.explorerUrl),
  };
}
