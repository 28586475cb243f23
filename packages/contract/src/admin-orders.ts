import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { EXCEPTION_KINDS } from './exception-kinds.ts';
import {
  booleanParameter,
  instant,
  instantInput,
  networkInput,
  pageQuery,
  search,
  ticker,
  totalCount,
  uuid,
} from './fields.ts';
import { NETWORKS } from './networks.ts';
import { ORDER_STATUSES } from './orders.ts';
import { walletId, walletTransaction } from './wallets.ts';

const decimal = z.string();

export const order = z.object({
  uuid,
  merchantOrderId: z.string(),
  merchant: z.object({ uuid, name: z.string() }),
  user: z.object({ uuid, email: z.string() }).nullable().describe('Null if the platform does not know.'),
  status: z.enum(ORDER_STATUSES),
  network: z.enum(NETWORKS),
  testnet: z.boolean(),
  currency: z.string(),
  amount: decimal,
  amountUsd: decimal.describe('At payment, or at creation while unpaid.'),
  receivedAmount: decimal.describe(
    'Confirmed payments in the network and currency of the order, minus confirmed refunds.',
  ),
  serviceFeeRate: decimal
    .nullable()
    .describe('Fraction, such as `0.0125`; null if the platform sent an amount.'),
  serviceFeeUsd: decimal.describe('Earned fee: 0 unless the order is paid.'),
  createdAt: instant,
  paidAt: instant.nullable(),
  exceptions: z.array(z.enum(EXCEPTION_KINDS)).describe('Kinds of its open exceptions.'),
});
export type Order = z.infer<typeof order>;

export const orderPage = z.object({ orders: z.array(order), totalCount });
export type OrderPage = z.infer<typeof orderPage>;

/** Filters of the list and its export. */
export const orderFilters = {
  search,
  status: z.enum(ORDER_STATUSES).optional(),
  network: networkInput.optional(),
  currency: ticker('USDT').optional(),
  merchantUuid: uuid.optional(),
  userUuid: uuid.optional().describe("Orders of this user's merchants."),
  walletId: walletId.optional().describe('Orders with a transaction of this wallet.'),
  from: instantInput.optional().describe('Earliest creation, inclusive.'),
  to: instantInput.optional().describe('Latest creation, exclusive.'),
  paidFrom: instantInput.optional().describe('Earliest payment, inclusive.'),
  paidTo: instantInput.optional().describe('Latest payment, exclusive.'),
};

export const listOrders = endpoint({
  name: 'listOrders',
  method: 'GET',
  path: `${ADMIN_API}/orders`,
  summary:
    "Lists orders, newest first, by payment if that is limited. Searches for a merchant's order id or its beginning, a uuid, or a transaction hash or its beginning.",
  access: ACCESS_ADMINISTRATOR,
  query: z.object({
    ...pageQuery,
    ...orderFilters,
    testnet: booleanParameter.optional(),
  }),
  answer: orderPage,
});

export const orderTransaction = z.object({
  ...walletTransaction.omit({ relatedOrder: true }).shape,
  counterparty: z.string().nullable().describe('Address at the other end, if the platform sent it.'),
  wallet: z.object({ id: z.string(), network: z.enum(NETWORKS) }),
  explorerUrl: z.string().nullable().describe('Page of the transaction; null if no explorer is configured.'),
});
export type OrderTransaction = z.infer<typeof orderTransaction>;

export const orderDetails = z.object({
  ...order.shape,
  transactions: z.array(orderTransaction).describe('Newest first, at most 100.'),
  history: z
    .array(z.object({ status: z.enum(ORDER_STATUSES), at: instant }))
    .describe('Oldest first. Statuses whose time is not known are missing.'),
});
export type OrderDetails = z.infer<typeof orderDetails>;

export const readOrder = endpoint({
  name: 'readOrder',
  method: 'GET',
  path: `${ADMIN_API}/orders/:id`,
  summary: 'Returns an order with its transactions and the history of its status.',
  access: ACCESS_ADMINISTRATOR,
  params: z.object({ id: uuid }),
  answer: orderDetails,
  errors: ['not_found'],
});
