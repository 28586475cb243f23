import type { Order, OrderDetails, OrderTransaction } from '@halyard/contract/admin-orders';
import { type Amount, amountIn } from '../../domain/amount/amount.ts';
import { networkOf } from '../../domain/network/network.ts';
import { type FedTransaction, parseFedTransaction } from '../../domain/transaction/fed-transaction.ts';
import {
  fieldsOf,
  identifierIn,
  instantIn,
  isRecord,
  textIn,
  visibleTextIn,
} from '../../shared/api/answer-fields.ts';

/** An order with defaults for missing fields. Unknown values are null. */
export interface OrderRecord {
  readonly uuid: string;
  readonly merchantOrderId: string;
  readonly merchant: { readonly uuid: string; readonly name: string } | null;
  readonly user: { readonly uuid: string; readonly email: string } | null;
  /** A status of the contract, or any other text. */
  readonly status: string;
  readonly network: string;
  readonly testnet: boolean;
  readonly currency: string;
  readonly amount: Amount | null;
  readonly amountUsd: Amount | null;
  readonly receivedAmount: Amount | null;
  readonly serviceFeeRate: Amount | null;
  readonly serviceFeeUsd: Amount | null;
  readonly createdAt: string;
  readonly paidAt: string | null;
  /** Kinds of its open exceptions, each of the contract or any other text. */
  readonly exceptions: readonly string[];
}

export interface OrderTransactionRecord extends FedTransaction {
  readonly id: string;
  /** Address at the other end. */
  readonly counterparty: string | null;
  readonly walletId: string | null;
  readonly explorerUrl: string | null;
}

export interface StatusRecord {
  readonly status: string;
  readonly at: string;
}

export interface OrderDetailsRecord extends OrderRecord {
  readonly transactions: readonly OrderTransactionRecord[];
  readonly history: readonly StatusRecord[];
}

export function isOrder(value: unknown): boolean {
  return identifierIn(fieldsOf<Order>(value).uuid) !== null;
}

export function parseOrder(value: unknown): OrderRecord {
  const order = fieldsOf<Order>(value);
  const merchant = fieldsOf<Order['merchant']>(order.merchant);
  const user = fieldsOf<NonNullable<Order['user']>>(order.user);
  const [merchantUuid, userUuid] = [identifierIn(merchant.uuid), identifierIn(user.uuid)];
  return {
    uuid: identifierIn(order.uuid) ?? '',
    merchantOrderId: visibleTextIn(order.merchantOrderId) ?? '',
    merchant: merchantUuid === null ? null : { uuid: merchantUuid, name: visibleTextIn(merchant.name) ?? '' },
    user: userUuid === null ? null : { uuid: userUuid, email: visibleTextIn(user.email) ?? '' },
    status: textIn(order.status) ?? 'unknown',
    network: networkOf(order.network) ?? textIn(order.network) ?? 'Unknown',
    testnet: order.testnet === true,
    currency: visibleTextIn(order.currency) ?? '',
    amount: amountIn(order.amount),
    amountUsd: amountIn(order.amountUsd),
    receivedAmount: amountIn(order.receivedAmount),
    serviceFeeRate: amountIn(order.serviceFeeRate),
    serviceFeeUsd: amountIn(order.serviceFeeUsd),
    createdAt: instantIn(order.createdAt) ?? '',
    paidAt: instantIn(order.paidAt),
    exceptions: kindsIn(order.exceptions),
  };
}

export function parseOrderDetails(value: unknown): OrderDetailsRecord {
  const { transactions, history } = fieldsOf<OrderDetails>(value);
  return {
    ...parseOrder(value),
    transactions: Array.isArray(transactions) ? transactions.filter(isRecord).map(parseTransaction) : [],
    history: Array.isArray(history) ? history.filter(isRecord).map(parseStatus) : [],
  };
}

function parseTransaction(value: unknown): OrderTransactionRecord {
  const transaction = fieldsOf<OrderTransaction>(value);
  return {
    id: identifierIn(transaction.id) ?? '',
    ...parseFedTransaction(value),
    counterparty: visibleTextIn(transaction.counterparty),
    walletId: identifierIn(fieldsOf<OrderTransaction['wallet']>(transaction.wallet).id),
    explorerUrl: textIn(transaction.explorerUrl),
  };
}

function parseStatus(value: unknown): StatusRecord {
  const { status, at } = fieldsOf<OrderDetails['history'][number]>(value);
  return { status: textIn(status) ?? '', at: instantIn(at) ?? '' };
}

function kindsIn(value: unknown): readonly string[] {
  const kinds = Array.isArray(value) ? value.map(visibleTextIn).filter((kind) => kind !== null) : [];
  return [...new Set(kinds)];
}
