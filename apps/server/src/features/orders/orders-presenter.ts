import type { Order, OrderDetails, OrderPage, OrderTransaction } from '@halyard/contract/admin-orders';
import { type ExplorerUrls, transactionLink } from '../../infra/chain/explorer-links.ts';
import { presentFedTransaction } from '../../infra/fed-transaction.ts';
import type { OrderRow, OrdersPage, OrderTransactionRow } from './order-queries.ts';
import type { OrderWithHistory } from './orders-service.ts';

export function presentOrderPage({ rows, totalCount }: OrdersPage): OrderPage {
  return { orders: rows.map(presentOrder), totalCount };
}

export function presentOrderDetails(
  { row, transactions, history }: OrderWithHistory,
  explorers: ExplorerUrls,
): OrderDetails {
  return {
    ...presentOrder(row),
    transactions: transactions.map((each) => presentTransaction(each, explorers)),
    history: history.map(({ status, at }) => ({ status, at: at.toISOString() })),
  };
}

function presentOrder(row: OrderRow): Order {
  return {
    uuid: row.id,
    merchantOrderId: row.merchant_order_id,
    merchant: { uuid: row.merchant_id, name: row.merchant_name },
    user:
      row.user_id === null || row.user_email === null ? null : { uuid: row.user_id, email: row.user_email },
    status: row.status,
    network: row.network,
    testnet: row.testnet,
    currency: row.currency,
    amount: row.amount,
    amountUsd: row.amount_usd,
    receivedAmount: row.received_amount,
    serviceFeeRate: row.service_fee_rate,
    serviceFeeUsd: row.service_fee_usd,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    exceptions: [...row.exceptions],
  };
}

function presentTransaction(row: OrderTransactionRow, explorers: ExplorerUrls): OrderTransaction {
  return {
    ...presentFedTransaction(row),
    counterparty: row.counterparty,
    wallet: { id: String(row.wallet_id), network: row.network },
    explorerUrl: transactionLink(explorers, row),
  };
}
