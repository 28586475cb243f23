import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import {
  booleanParameter,
  decimalAmount,
  instantInput,
  networkInput,
  pageQuery,
  search,
  ticker,
  totalCount,
  uuid,
} from './fields.ts';
import { NETWORKS } from './networks.ts';
import {
  TRANSACTION_DIRECTIONS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  WALLET_TYPES,
  walletTransaction,
} from './wallets.ts';

export const transaction = z.object({
  ...walletTransaction.shape,
  wallet: z.object({
    id: z.string(),
    address: z.string().describe('Empty if it was changed outside Halyard.'),
    addressChanged: z
      .literal(true)
      .optional()
      .describe('The address was changed outside Halyard, and is not shown.'),
    network: z.enum(NETWORKS),
    type: z.enum(WALLET_TYPES),
  }),
  relatedOrder: z.object({ uuid, ...walletTransaction.shape.relatedOrder.unwrap().shape }).nullable(),
  explorerUrl: z.string().nullable().describe('Page of the transaction; null if no explorer is configured.'),
});
export type Transaction = z.infer<typeof transaction>;

export const transactionPage = z.object({
  transactions: z.array(transaction),
  pagination: z.object({ totalCount }),
  totalUsd: z.string().describe('Exact sum of the known USD amounts of all matches.'),
  confirmedUsd: z.string().describe('The same of confirmed matches on main networks.'),
});
export type TransactionPage = z.infer<typeof transactionPage>;

/** Filters of the list and its export. */
export const transactionFilters = {
  search,
  direction: z.enum(TRANSACTION_DIRECTIONS).optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  network: networkInput.optional(),
  currency: ticker('USDT').optional(),
  walletType: z.enum(WALLET_TYPES).optional(),
  minUsd: decimalAmount.optional().describe('USD amount at the time, inclusive.'),
  maxUsd: decimalAmount.optional().describe('USD amount at the time, inclusive.'),
  from: instantInput.optional().describe('Inclusive.'),
  to: instantInput.optional().describe('Exclusive.'),
};

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: `${ADMIN_API}/transactions`,
  summary:
    "Lists the transactions of all wallets, newest first. Searches for a hash or its beginning, the uuid of an order, or a merchant's order id.",
  access: ACCESS_ADMINISTRATOR,
  query: z.object({
    ...pageQuery,
    ...transactionFilters,
    testnet: booleanParameter.optional(),
  }),
  answer: transactionPage,
});
