import type { WalletTransaction } from '@halyard/contract/wallets';
import { fieldsOf, instantIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';
import { type Amount, amountIn } from '../amount/amount.ts';

/** The fields of a transaction that every list of them has. Missing ones are null or empty. */
export interface FedTransaction {
  /** A direction, status and type of the contract, or any other text. */
  readonly direction: string;
  readonly status: string;
  readonly type: string;
  readonly testnet: boolean;
  readonly hash: string | null;
  readonly amount: Amount | null;
  readonly currency: string;
  readonly usdAmount: Amount | null;
  readonly createdAt: string;
}

export function parseFedTransaction(value: unknown): FedTransaction {
  const transaction = fieldsOf<WalletTransaction>(value);
  return {
    direction: textIn(transaction.direction) ?? '',
    status: textIn(transaction.status) ?? '',
    type: textIn(transaction.type) ?? '',
    testnet: transaction.testnet === true,
    hash: textIn(transaction.hash),
    amount: amountIn(transaction.amount),
    currency: visibleTextIn(transaction.currency) ?? '',
    usdAmount: amountIn(transaction.usdAmount),
    createdAt: instantIn(transaction.createdAt) ?? '',
  };
}
