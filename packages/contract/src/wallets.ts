import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import {
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

export const WALLET_TYPES = ['outbound', 'inbound'] as const;
export type WalletType = (typeof WALLET_TYPES)[number];

/** From the wallet's point of view. `internal` only costs the fee. */
export const TRANSACTION_DIRECTIONS = ['incoming', 'outgoing', 'internal'] as const;
export type TransactionDirection = (typeof TRANSACTION_DIRECTIONS)[number];

export const TRANSACTION_STATUSES = ['pending', 'confirming', 'confirmed', 'failed', 'dropped'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const TRANSACTION_TYPES = [
  'payment',
  'sweep',
  'payout',
  'gas_topup',
  'refund',
  'fee',
  'adjustment',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Result of comparing the sum of recorded transactions with the chain. */
export const LEDGER_VERDICTS = ['equal', 'in_flight', 'unexplained'] as const;
export type LedgerVerdict = (typeof LEDGER_VERDICTS)[number];

/** Decimal of any size as text, such as `-12.5`. */
const decimal = z.string();

/** One asset in a wallet. Unknown values are null, never 0. */
export const holding = z.object({
  symbol: z.string(),
  balance: decimal.nullable(),
  valueUsd: decimal.nullable(),
});

export type Holding = z.infer<typeof holding>;

export const tokenHolding = z.object({ ...holding.shape, address: z.string().nullable() });
export type TokenHolding = z.infer<typeof tokenHolding>;

export const portfolio = z.object({
  native: holding.nullable(),
  tokens: z.array(tokenHolding),
  totalValueUsd: decimal
    .nullable()
    .describe('Sum of the known values; null if all are unknown, or only zero balances are known.'),
  error: z.string().nullable().describe('Why the newest balances or prices are unavailable.'),
  isPartial: z.boolean().describe('Whether the total excludes unknown values.'),
  source: z.enum(['chain', 'ledger']).nullable(),
  asOf: instant.nullable(),
  blockNumber: z.string().nullable(),
});
export type Portfolio = z.infer<typeof portfolio>;

export const walletLock = z.object({
  merchantId: z.string(),
  currency: z.string(),
  networkId: z.string(),
  lockedAt: instant,
});
export type WalletLock = z.infer<typeof walletLock>;

export const wallet = z.object({
  id: z.string(),
  uuid,
  address: z.string().describe('Empty if it was changed outside Halyard.'),
  addressChanged: z
    .literal(true)
    .optional()
    .describe('The address was changed outside Halyard, and is not shown.'),
  blockchain: z.enum(NETWORKS),
  type: z.enum(WALLET_TYPES),
  createdAt: instant,
  portfolio: portfolio.nullable().describe('Null in lists of inbound wallets.'),
  currentLock: walletLock.nullable(),
  transactionCounts: z.object({
    mainnet: z.object({ confirmed: z.int().min(0) }),
    testnet: z.object({ confirmed: z.int().min(0) }),
  }),
  explorerUrl: z
    .string()
    .nullable()
    .describe('Page of this address on the block explorer; null if none is configured.'),
});
export type Wallet = z.infer<typeof wallet>;

/** Balances of one asset in the recorded transactions and on the chain, at the time of the snapshot. */
export const ledgerComparison = z.object({
  symbol: z.string(),
  chainBalance: decimal,
  ledgerBalance: decimal,
  inFlight: decimal.describe('Sum of pending and confirming transactions.'),
  verdict: z.enum(LEDGER_VERDICTS),
});
export type LedgerComparison = z.infer<typeof ledgerComparison>;

export const walletDetails = z.object({
  ...wallet.shape,
  isPrivateKeyHeld: z.boolean(),
  backups: z.object({ count: z.int().min(0), lastAt: instant.nullable() }),
  transactionExplorerUrl: z.string().nullable().describe('Contains the placeholder `{hash}`.'),
  ledger: z.array(ledgerComparison).describe('Empty if the balances are not from the chain.'),
});
export type WalletDetails = z.infer<typeof walletDetails>;

const ledgerFilter = z.enum(LEDGER_VERDICTS).optional();

export const outboundWallets = z.object({
  wallets: z.array(wallet),
  totalValueUsd: decimal.describe(
    'Sum of the known values of all outbound wallets, regardless of the filter.',
  ),
  isPartial: z.boolean(),
});
export type OutboundWallets = z.infer<typeof outboundWallets>;

export const listOutboundWallets = endpoint({
  name: 'listOutboundWallets',
  method: 'GET',
  path: `${ADMIN_API}/wallets/outbound`,
  summary: 'Lists outbound wallets, most valuable first, unknown values last.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({ ledger: ledgerFilter }),
  answer: outboundWallets,
});

const pagination = z.object({ totalCount });

export const inboundWallets = z.object({ wallets: z.array(wallet), pagination });
export type InboundWallets = z.infer<typeof inboundWallets>;

export const listInboundWallets = endpoint({
  name: 'listInboundWallets',
  method: 'GET',
  path: `${ADMIN_API}/wallets/inbound`,
  summary: 'Lists inbound wallets, newest first. Searches addresses.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({ ...pageQuery, blockchain: networkInput.optional(), search, ledger: ledgerFilter }),
  answer: inboundWallets,
});

/** The number of a wallet, or its uuid. */
export const walletId = z.union([z.string().regex(/^[1-9]\d{0,17}$/), uuid]);
const walletParams = z.object({ id: walletId });

export const readWallet = endpoint({
  name: 'readWallet',
  method: 'GET',
  path: `${ADMIN_API}/wallets/:id`,
  summary: 'Returns a wallet.',
  access: ACCESS_ADMINISTRATOR,
  params: walletParams,
  answer: walletDetails,
  errors: ['not_found'],
});

const requestedSnapshots = z.object({ requestedAt: instant });
export type RequestedSnapshots = z.infer<typeof requestedSnapshots>;

export const refreshOutboundWallets = endpoint({
  name: 'refreshOutboundWallets',
  method: 'POST',
  path: `${ADMIN_API}/wallets/outbound/refresh`,
  summary:
    'Requests new balances of all outbound wallets. They are available once the chains have responded.',
  access: ACCESS_ADMINISTRATOR,
  answerCode: 202,
  answer: requestedSnapshots,
  limit: { per: 'session', calls: 20, windowSeconds: 60 },
});

export const refreshWallet = endpoint({
  name: 'refreshWallet',
  method: 'POST',
  path: `${ADMIN_API}/wallets/:id/refresh`,
  summary: 'Requests new balances of a wallet. They are available once its chain has responded.',
  access: ACCESS_ADMINISTRATOR,
  params: walletParams,
  answerCode: 202,
  answer: requestedSnapshots,
  errors: ['not_found'],
  limit: { per: 'session', calls: 20, windowSeconds: 60 },
});

export const walletTransaction = z.object({
  id: uuid,
  direction: z.enum(TRANSACTION_DIRECTIONS),
  status: z.enum(TRANSACTION_STATUSES),
  hash: z.string().nullable(),
  amount: decimal,
  currency: z.string(),
  usdAmount: decimal.nullable(),
  type: z.enum(TRANSACTION_TYPES),
  networkFee: decimal.nullable().describe('In the native currency.'),
  testnet: z.boolean(),
  createdAt: instant,
  relatedOrder: z.object({ merchantOrderId: z.string(), status: z.enum(ORDER_STATUSES) }).nullable(),
});
export type WalletTransaction = z.infer<typeof walletTransaction>;

export const walletTransactions = z.object({
  transactions: z.array(walletTransaction),
  pagination: z.object({ totalCount, nextCursor: z.string().nullable() }),
});
export type WalletTransactions = z.infer<typeof walletTransactions>;

export const listWalletTransactions = endpoint({
  name: 'listWalletTransactions',
  method: 'GET',
  path: `${ADMIN_API}/wallets/:id/transactions`,
  summary:
    "Lists transactions of a wallet, newest first. Searches for a hash or its prefix, a merchant's order id, or the uuid of an order.",
  access: ACCESS_ADMINISTRATOR,
  params: walletParams,
  query: z.object({
    ...pageQuery,
    type: z.enum(TRANSACTION_TYPES).optional(),
    currency: ticker('USDT, or TRON_USDT').optional(),
    status: z.enum(TRANSACTION_STATUSES).optional(),
    from: instantInput.optional().describe('Inclusive.'),
    to: instantInput.optional().describe('Exclusive.'),
    search,
    cursor: uuid.optional().describe('From the previous page. Overrides `offset`.'),
  }),
  answer: walletTransactions,
  errors: ['not_found'],
});

export const walletBackup = z.object({
  address: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
  blockchain: z.enum(NETWORKS),
  type: z.enum(WALLET_TYPES),
});
export type WalletBackup = z.infer<typeof walletBackup>;

export const WALLET_BACKUPS_PER_HOUR = { administrator: 10, wallet: 3 } as const;

export const backUpWallet = endpoint({
  name: 'backUpWallet',
  method: 'GET',
  path: `${ADMIN_API}/wallets/:id/backup`,
  summary: 'Returns the private key of a wallet. Needs a new code in the X-2FA-Code header.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'always',
  params: walletParams,
  answer: walletBackup,
  errors: ['not_found', 'key_not_held', 'factor_too_new', 'integrity_error'],
});
