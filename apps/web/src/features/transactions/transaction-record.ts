import type { Transaction } from '@halyard/contract/admin-transactions';
import { networkOf } from '../../domain/network/network.ts';
import { fieldsOf, identifierIn, instantIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';

type Amount = string | number;

/** A transaction with defaults for missing fields. Unknown values are null. */
export interface TransactionRecord {
  readonly id: string;
  readonly direction: string;
  readonly status: string;
  readonly type: string;
  readonly testnet: boolean;
  readonly hash: string | null;
  readonly amount: Amount | null;
  readonly currency: string;
  readonly usdAmount: Amount | null;
  readonly createdAt: string;
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
    direction: textIn(transaction.direction) ?? '',
    status: textIn(transaction.status) ?? '',
    type: textIn(transaction.type) ?? '',
    testnet: transaction.testnet === true,
    hash: textIn(transaction.hash),
    amount: amountIn(transaction.amount),
    currency: visibleTextIn(transaction.currency) ?? '',
    usdAmount: amountIn(transaction.usdAmount),
    createdAt: instantIn(transaction.createdAt) ?? '',
    order: merchantOrderId === null ? null : { uuid: identifierIn(order.uuid), merchantOrderId },
    wallet: {
      id: identifierIn(wallet.id),
      address: wallet.addressChanged === true ? '' : (textIn(wallet.address) ?? ''),
      network: networkOf(wallet.network) ?? textIn(wallet.network) ?? 'Unknown',
    },
    explorerUrl: textIn(transaction.explorerUrl),
  };
}

function amountIn(value: unknown): Amount | null {
  return typeof value === 'number' ? value : textIn(value);
}
