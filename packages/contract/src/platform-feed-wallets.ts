import { z } from 'zod';
import { PLATFORM_API } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { currencyCode, decimalAmount, instantInput, networkInput, uuid } from './fields.ts';
import {
  accessFeed,
  batchOf,
  FEED_MONEY_BATCH_MAX,
  FEED_MONEY_BODY_LIMIT_BYTES,
  feedReceipt,
  updatedAt,
} from './platform-feed.ts';
import { TRANSACTION_DIRECTIONS, TRANSACTION_STATUSES, TRANSACTION_TYPES, WALLET_TYPES } from './wallets.ts';

/** A wallet. Only its private key can be added later. The key must match the address, and no response returns it. */
export const feedWallet = z.strictObject({
  uuid,
  network: networkInput,
  type: z.enum(WALLET_TYPES),
  address: z
    .string()
    .min(1)
    .max(100)
    .describe('EVM: hexadecimal, with a correct checksum or none. TRON: base58check.'),
  createdAt: instantInput,
  privateKey: z
    .string()
    .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'Expected 32 bytes in hexadecimal')
    .optional(),
});
export type FeedWallet = z.infer<typeof feedWallet>;

/** The order whose payment a wallet is waiting for; null if none. */
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

/** A transaction from the wallet's point of view. Once confirmed, only its status can change. */
export const feedWalletTransaction = z
  .strictObject({
    uuid,
    walletUuid: uuid,
    direction: z.enum(TRANSACTION_DIRECTIONS),
    status: z.enum(TRANSACTION_STATUSES),
    type: z.enum(TRANSACTION_TYPES),
    testnet: z.boolean().default(false),
    hash: z.string().trim().min(1).max(100).nullable().optional(),
    currency: currencyCode.describe("Polygon's native MATIC is stored as POL."),
    amount: decimalAmount,
    amountUsd: decimalAmount.nullable().optional(),
    networkFee: decimalAmount
      .nullable()
      .optional()
      .describe('In the native currency. Paid by the wallet unless the direction is incoming.'),
    orderUuid: uuid
      .nullable()
      .optional()
      .describe('A refund without it belongs to the order of `refundOf`, if that payment is known.'),
    counterparty: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .nullable()
      .optional()
      .describe('Address at the other end: the sender of a payment, the recipient of a payout or refund.'),
    refundOf: uuid.nullable().optional().describe('The payment that this refund returns.'),
    createdAt: instantInput,
    updatedAt,
  })
  .refine(({ type, refundOf }) => refundOf == null || type === 'refund', {
    path: ['refundOf'],
    message: 'Only a refund can have it',
  });
export type FeedWalletTransaction = z.infer<typeof feedWalletTransaction>;

export const feedWallets = endpoint({
  name: 'feedWallets',
  method: 'POST',
  path: `${PLATFORM_API}/wallets`,
  summary: 'Creates wallets or adds missing private keys, all or none.',
  access: accessFeed('wallets'),
  body: z.strictObject({ wallets: batchOf(feedWallet) }),
  answer: feedReceipt,
});

export const feedWalletLocks = endpoint({
  name: 'feedWalletLocks',
  method: 'POST',
  path: `${PLATFORM_API}/wallet-locks`,
  summary: 'Locks or unlocks wallets, all or none.',
  access: accessFeed('wallet-locks'),
  body: z.strictObject({ locks: batchOf(feedWalletLock) }),
  answer: feedReceipt,
});

export const feedWalletTransactions = endpoint({
  name: 'feedWalletTransactions',
  method: 'POST',
  path: `${PLATFORM_API}/wallet-transactions`,
  summary: 'Creates or updates wallet transactions, all or none.',
  access: accessFeed('wallet-transactions'),
  body: z.strictObject({ transactions: batchOf(feedWalletTransaction, FEED_MONEY_BATCH_MAX) }),
  bodyLimitBytes: FEED_MONEY_BODY_LIMIT_BYTES,
  answer: feedReceipt,
});
