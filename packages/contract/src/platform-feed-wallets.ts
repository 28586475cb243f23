import { z } from 'zod';
import { PLATFORM_API } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { currencyCode, decimalAmount, instantInput, networkInput, uuid } from './fields.ts';
import { ACCESS_FEED, batchOf, feedReceipt } from './platform-feed.ts';
import { TRANSACTION_DIRECTIONS, TRANSACTION_STATUSES, TRANSACTION_TYPES, WALLET_TYPES } from './wallets.ts';

/**
 * A wallet, by the platform's own uuid. Network, type and address stay what they were at first. The private key is
 * taken once, must derive the address, and never comes back through this API.
 */
export const feedWallet = z.strictObject({
  uuid,
  network: networkInput,
  type: z.enum(WALLET_TYPES),
  address: z
    .string()
    .min(1)
    .max(100)
    .describe('EVM: hexadecimal, its checksum right where it has one. TRON: base58check.'),
  createdAt: instantInput,
  privateKey: z
    .string()
    .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'Expected 32 bytes in hexadecimal')
    .optional(),
});
export type FeedWallet = z.infer<typeof feedWallet>;

/** Which order's payment a wallet waits for; null where none. */
export const feedWalletLock = z.strictObject({
  walletUuid: uuid,
  lock: z
    .strictObject({
      merchantId: z.string().trim().min(1).max(100),
      currency: z.string().trim().min(1).max(40),
      networkId: z.string().trim().min(1).max(40),
      lockedAt: instantInput,
    })
    .nullable(),
});
export type FeedWalletLock = z.infer<typeof feedWalletLock>;

/** A transaction of a wallet, seen from it. Once confirmed, all of it but the status is fixed. */
export const feedWalletTransaction = z.strictObject({
  uuid,
  walletUuid: uuid,
  direction: z.enum(TRANSACTION_DIRECTIONS),
  status: z.enum(TRANSACTION_STATUSES),
  type: z.enum(TRANSACTION_TYPES),
  testnet: z.boolean().default(false),
  hash: z.string().trim().min(1).max(100).nullable().optional(),
  currency: currencyCode.describe("Polygon's own, called MATIC, is kept as POL."),
  amount: decimalAmount,
  amountUsd: decimalAmount.nullable().optional(),
  networkFee: decimalAmount
    .nullable()
    .optional()
    .describe("In the chain's own currency; the wallet paid it unless the direction is incoming."),
  orderUuid: uuid.nullable().optional(),
  createdAt: instantInput,
});
export type FeedWalletTransaction = z.infer<typeof feedWalletTransaction>;

export const feedWallets = endpoint({
  name: 'feedWallets',
  method: 'POST',
  path: `${PLATFORM_API}/wallets`,
  summary: 'Creates wallets, or adds the private key of one. A batch is kept whole or not at all.',
  access: ACCESS_FEED,
  body: z.strictObject({ wallets: batchOf(feedWallet) }),
  answer: feedReceipt,
});

export const feedWalletLocks = endpoint({
  name: 'feedWalletLocks',
  method: 'POST',
  path: `${PLATFORM_API}/wallet-locks`,
  summary: 'Says which wallets are locked. A batch is kept whole or not at all.',
  access: ACCESS_FEED,
  body: z.strictObject({ locks: batchOf(feedWalletLock) }),
  answer: feedReceipt,
});

export const feedWalletTransactions = endpoint({
  name: 'feedWalletTransactions',
  method: 'POST',
  path: `${PLATFORM_API}/wallet-transactions`,
  summary: 'Creates or updates transactions of wallets. A batch is kept whole or not at all.',
  access: ACCESS_FEED,
  body: z.strictObject({ transactions: batchOf(feedWalletTransaction) }),
  answer: feedReceipt,
});
