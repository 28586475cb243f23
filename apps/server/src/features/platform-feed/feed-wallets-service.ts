import type { FeedReceipt } from '@halyard/contract/platform-feed';
import type {
  FeedWallet,
  FeedWalletLock,
  FeedWalletTransaction,
} from '@halyard/contract/platform-feed-wallets';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import { parseAddress } from '../../infra/chain/wallet-address.ts';
import type { KeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import type { Database } from '../../infra/db/database.ts';
import { deriveExceptions, lockOrders } from '../../infra/exceptions/derive-exceptions.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { type FeedSender, findDuplicates, findInstantsOutOfRange, findRepeated } from './feed-batch.ts';
import { findLateChanges, findUnknownOrders, findUnknownWallets } from './feed-references.ts';
import { createKeepBatch, type KeepBatch, refuse } from './keep-batch.ts';
import { withoutStale } from './stale-items.ts';
import {
  findChangesOfConfirmed,
  findEarlierOrders,
  findNamed,
  moveRefunds,
  upsertTransactions,
  withCurrencyNames,
  withRefundedOrders,
} from './transaction-records.ts';
import {
  findChangedWallets,
  findInvalidAddresses,
  findMismatchedKeys,
  findTakenAddresses,
} from './wallet-errors.ts';
import { sealMatchingKeys } from './wallet-keys.ts';
import { holdWallets, updateWalletLocks } from './wallet-lock-records.ts';
import { findStoredWallets, upsertWallets } from './wallet-records.ts';

/**
 * Stores all items or none. A batch without changes writes no record. Keys never appear in errors or logs.
 * @throws Problem `validation_error` with every invalid item and field
 */
export interface FeedWalletsService {
  /** Adds missing private keys; existing ones stay. */
  readonly wallets: (wallets: readonly FeedWallet[], sender: FeedSender) => Promise<FeedReceipt>;
  readonly locks: (locks: readonly FeedWalletLock[], sender: FeedSender) => Promise<FeedReceipt>;
  readonly transactions: (
    transactions: readonly FeedWalletTransaction[],
    sender: FeedSender,
  ) => Promise<FeedReceipt>;
}

export function createFeedWalletsService(parts: {
  readonly database: Database;
  readonly keys: KeyWrapper;
  readonly sealedRows: Pick<SealedRows, 'sealAddress'>;
  readonly appendAudit: AppendAudit;
}): FeedWalletsService {
  const keep = createKeepBatch(parts);
  return {
    wallets: (items, sender) => takeWallets(keep, parts, items, sender),
    locks: (items, sender) => takeLocks(keep, items, sender),
    transactions: (items, sender) => takeTransactions(keep, items, sender),
  };
}

async function takeWallets(
  keep: KeepBatch,
  { keys, sealedRows }: { readonly keys: KeyWrapper; readonly sealedRows: Pick<SealedRows, 'sealAddress'> },
  sent: readonly FeedWallet[],
  sender: FeedSender,
): Promise<FeedReceipt> {
  refuse([
    ...findDuplicates('wallets', sent),
    ...findInstantsOutOfRange('wallets', sent, ({ createdAt }) => ({ createdAt })),
    ...findInvalidAddresses(sent),
  ]);
  const wallets = sent.map((wallet) => ({
    ...wallet,
    address: parseAddress(wallet.network, wallet.address) ?? wallet.address,
  }));
  const sealedKeys = await sealMatchingKeys(keys, wallets);
  refuse([
    ...findRepeated(
      'wallets',
      'address',
      wallets.map(({ network, address }) => `${network}:${address}`),
    ),
    ...findMismatchedKeys(wallets, sealedKeys),
  ]);
  return await keep('wallets', wallets.length, sender, async (transaction) => {
    const stored = await findStoredWallets(transaction, wallets);
    refuse([...findChangedWallets(wallets, stored), ...findTakenAddresses(wallets, stored)]);
    const held = new Set(stored.flatMap(({ uuid, is_key_held }) => (is_key_held ? [uuid] : [])));
    const keysTaken = [...sealedKeys.keys()].filter((uuid) => !held.has(uuid)).length;
    return { ...(await upsertWallets(transaction, wallets, sealedKeys, sealedRows)), details: { keysTaken } };
  });
}

async function takeLocks(
  keep: KeepBatch,
  locks: readonly FeedWalletLock[],
  sender: FeedSender,
): Promise<FeedReceipt> {
  const uuids = locks.map(({ walletUuid }) => walletUuid);
  refuse([
    ...findRepeated('wallet_locks', 'walletUuid', uuids),
    ...findInstantsOutOfRange('wallet_locks', locks, ({ lock }) => ({ 'lock.lockedAt': lock?.lockedAt })),
  ]);
  return await keep('wallet_locks', locks.length, sender, async (transaction) => {
    refuse(findUnknownWallets('wallet_locks', locks, await holdWallets(transaction, uuids)));
    return await updateWalletLocks(transaction, locks);
  });
}

async function takeTransactions(
  keep: KeepBatch,
  sent: readonly FeedWalletTransaction[],
  sender: FeedSender,
): Promise<FeedReceipt> {
  refuse([
    ...findDuplicates('wallet_transactions', sent),
    ...findInstantsOutOfRange('wallet_transactions', sent, ({ createdAt, updatedAt }) => ({
      createdAt,
      updatedAt,
    })),
  ]);
  return await keep('wallet_transactions', sent.length, sender, async (transaction) => {
    const { wallets, orders } = await findNamed(transaction, sent);
    const fresh = await withRefundedOrders(
      transaction,
      await withoutStale(transaction, 'wallet_transactions', withCurrencyNames(sent, wallets)),
    );
    refuse([
      ...findUnknownWallets('wallet_transactions', sent, wallets),
      ...findUnknownOrders(sent, orders),
      ...findLateChanges('wallet_transactions', sent, await findChangesOfConfirmed(transaction, fresh)),
    ]);
    const earlierOrders = await findEarlierOrders(transaction, fresh);
    const orderIds = [...earlierOrders.values(), ...fresh.map(({ orderUuid }) => orderUuid)].filter(
      (id) => id != null,
    );
    await lockOrders(transaction, orderIds);
    const kept = await upsertTransactions(transaction, fresh);
    await moveRefunds(transaction, fresh, earlierOrders);
    const transactionIds = fresh.flatMap(({ uuid, refundOf }) => [uuid, refundOf ?? []].flat());
    return { ...kept, entries: await deriveExceptions(transaction, { orderIds, transactionIds }) };
  });
}
