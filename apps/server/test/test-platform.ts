import { PLATFORM_API } from '@halyard/contract/constants';
import {
  FEED_SCOPE,
  type FeedCredential,
  type FeedMerchant,
  type FeedOrder,
  type FeedUser,
} from '@halyard/contract/platform-feed';
import type { FeedAuditEntry } from '@halyard/contract/platform-feed-audit-logs';
import type {
  FeedWallet,
  FeedWalletLock,
  FeedWalletTransaction,
} from '@halyard/contract/platform-feed-wallets';
import { auditWith } from '../src/app.ts';
import { createServiceKeyService } from '../src/features/service-keys/service-key-service.ts';
import { deriveWallet } from '../src/infra/chain/wallet-address.ts';
import type { TestApplication } from './test-application.ts';
import type { TestAnswer } from './test-browser.ts';

/** Paths of batches by the names of their items, ordered by dependency. */
const PATHS = {
  users: '/users',
  merchants: '/merchants',
  orders: '/orders',
  credentials: '/credentials',
  wallets: '/wallets',
  locks: '/wallet-locks',
  transactions: '/wallet-transactions',
} as const;

/** A payment platform that feeds a test application with its own service key. */
export interface TestPlatform {
  readonly key: { readonly id: string; readonly token: string };
  readonly post: (path: string, payload: unknown) => Promise<TestAnswer>;
  readonly get: (path: string) => Promise<TestAnswer>;
  /** Posts a batch and throws unless it is accepted. */
  readonly feed: (batch: {
    readonly users?: readonly object[];
    readonly merchants?: readonly object[];
    readonly orders?: readonly object[];
    readonly credentials?: readonly object[];
    readonly wallets?: readonly object[];
    readonly locks?: readonly object[];
    readonly transactions?: readonly object[];
  }) => Promise<void>;
}

export async function connectPlatform(
  { app, database, masterKeys, sealedRows, clock }: TestApplication,
  scopes: readonly string[] = [FEED_SCOPE],
): Promise<TestPlatform> {
  const keys = createServiceKeyService({
    database,
    sealedRows,
    appendAudit: auditWith(masterKeys, () => clock.now),
  });
  const key = await keys.create({ name: 'Test platform', scopes });
  const post = async (path: string, payload: unknown): Promise<TestAnswer> => {
    const answer = await app.inject({
      method: 'POST',
      url: `${PLATFORM_API}${path}`,
      headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  return {
    key,
    post,
    get: async (path) => {
      const headers = { authorization: `Bearer ${key.token}` };
      const answer = await app.inject({ method: 'GET', url: `${PLATFORM_API}${path}`, headers });
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
    },
    feed: async (batch) => {
      for (const [items, path] of Object.entries(PATHS)) {
        const sent = batch[items as keyof typeof PATHS];
        if (sent === undefined) continue;
        const answer = await post(path, { [items]: sent });
        if (answer.status !== 200) throw new Error(`the feed refused: ${JSON.stringify(answer.body)}`);
      }
    },
  };
}

export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

export function testUser(number: number, rest: Partial<FeedUser> = {}): FeedUser {
  return {
    uuid: uuidOf(number),
    email: `user${number}@example.com`,
    name: `User ${number}`,
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    ...rest,
  };
}

export function testMerchant(number: number, rest: Partial<FeedMerchant> = {}): FeedMerchant {
  return {
    uuid: uuidOf(number),
    userUuid: null,
    name: `Shop ${number}`,
    website: `https://shop${number}.example.com`,
    createdAt: '2026-01-02T00:00:00.000Z',
    ...rest,
  };
}

/** Returns a pending order of merchant 1 over 100 USDT. */
export function testOrder(number: number, rest: Partial<FeedOrder> = {}): FeedOrder {
  return {
    uuid: uuidOf(number),
    merchantUuid: uuidOf(1),
    merchantOrderId: `A-${number}`,
    status: 'pending',
    network: 'TRON',
    testnet: false,
    currency: 'USDT',
    amount: '100',
    amountUsd: '100.00',
    createdAt: '2026-01-03T00:00:00.000Z',
    ...rest,
  };
}

/** Returns a session of user 1. */
export function testCredential(number: number, rest: Partial<FeedCredential> = {}): FeedCredential {
  return {
    uuid: uuidOf(number),
    userUuid: uuidOf(1),
    kind: 'session',
    createdAt: '2026-01-03T00:00:00.000Z',
    ...rest,
  };
}

export function privateKeyOf(number: number): string {
  return (number + 1_000_000).toString(16).padStart(64, '7');
}

/** Returns an inbound wallet without its private key, which is `privateKeyOf` the same number. */
export function testWallet(number: number, rest: Partial<FeedWallet> = {}): FeedWallet {
  const network = rest.network ?? 'ETH';
  return {
    uuid: uuidOf(number),
    network,
    type: 'inbound',
    address: deriveWallet(network, Buffer.from(privateKeyOf(number), 'hex')).address,
    createdAt: '2026-01-02T00:00:00.000Z',
    ...rest,
  };
}

/** Returns a lock of wallet 1 for a payment in USDT. */
export function testWalletLock(rest: Partial<FeedWalletLock> = {}): FeedWalletLock {
  const lockedAt = '2026-01-03T00:00:00.000Z';
  return {
    walletUuid: uuidOf(1),
    lock: { merchantId: uuidOf(1), currency: 'USDT', networkId: 'ETH', lockedAt },
    ...rest,
  };
}

/** Returns an audit entry for a refund by a shop of user 7. */
export function testAuditEntry(number: number, rest: Partial<FeedAuditEntry> = {}): FeedAuditEntry {
  return {
    uuid: uuidOf(number),
    action: 'order.refund',
    actionCategory: 'merchant_management',
    description: `Order ${number} refunded`,
    status: 'success',
    actor: { type: 'user', id: uuidOf(7), email: 'shop@example.com' },
    resource: { type: 'merchant', id: uuidOf(8), identifier: 'Shop 8' },
    occurredAt: '2026-02-28T23:59:59.5+01:00',
    ...rest,
  };
}

/** Returns a confirmed payment of 100 USDT to wallet 1. */
export function testTransaction(
  number: number,
  rest: Partial<FeedWalletTransaction> = {},
): FeedWalletTransaction {
  return {
    uuid: uuidOf(number),
    walletUuid: uuidOf(1),
    direction: 'incoming',
    status: 'confirmed',
    type: 'payment',
    testnet: false,
    hash: `0x${number.toString(16).padStart(64, '0')}`,
    currency: 'USDT',
    amount: '100',
    amountUsd: '100',
    networkFee: null,
    orderUuid: null,
    createdAt: '2026-01-03T00:00:00.000Z',
    ...rest,
  };
}
