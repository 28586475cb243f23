import type {
  InboundWallets,
  OutboundWallets,
  Portfolio,
  Wallet,
  WalletDetails,
  WalletLock,
  WalletTransaction,
  WalletTransactions,
} from '@halyard/contract/wallets';
import type { ListPage } from '../../infra/creation-list/creation-list.ts';
import { addressPage, type ExplorerUrls, transactionPage } from './explorer-links.ts';
import { ledgerComparisonsOf } from './portfolio.ts';
import type { TransactionRow, TransactionsPage } from './transactions-queries.ts';
import type { WalletRow } from './wallet-row.ts';
import type { ValuedWallet, ValuedWallets } from './wallets-service.ts';

export function presentOutboundWallets(
  { wallets, totalValueUsd, isPartial }: ValuedWallets,
  explorers: ExplorerUrls,
): OutboundWallets {
  return {
    wallets: wallets.map(({ row, portfolio }) => presentWallet(row, portfolio, explorers)),
    totalValueUsd,
    isPartial,
  };
}

export function presentInboundWallets(
  { rows, totalCount }: ListPage<WalletRow>,
  explorers: ExplorerUrls,
): InboundWallets {
  return { wallets: rows.map((row) => presentWallet(row, null, explorers)), pagination: { totalCount } };
}

export function presentWalletDetails(
  { row, portfolio }: ValuedWallet,
  explorers: ExplorerUrls,
): WalletDetails {
  return {
    ...presentWallet(row, portfolio, explorers),
    isPrivateKeyHeld: row.is_private_key_held,
    backups: { count: row.backup_count, lastAt: row.last_backup_at?.toISOString() ?? null },
    transactionExplorerUrl: transactionPage(explorers, row.network),
    ledger: ledgerComparisonsOf(row),
  };
}

function presentWallet(row: WalletRow, portfolio: Portfolio | null, explorers: ExplorerUrls): Wallet {
  return {
    id: String(row.id),
    uuid: row.uuid,
    address: row.address,
    blockchain: row.network,
    type: row.type,
    createdAt: row.created_at.toISOString(),
    portfolio,
    currentLock: presentLock(row),
    transactionCounts: { mainnet: { confirmed: row.mainnet }, testnet: { confirmed: row.testnet } },
    explorerUrl: addressPage(explorers, row.network, row.address),
  };
}

function presentLock({
  locked_merchant_id,
  lock_currency,
  lock_network_id,
  locked_at,
}: WalletRow): WalletLock | null {
  if (
    locked_merchant_id === null ||
    lock_currency === null ||
    lock_network_id === null ||
    locked_at === null
  ) {
    return null;
  }
  return {
    merchantId: locked_merchant_id,
    currency: lock_currency,
    networkId: lock_network_id,
    lockedAt: locked_at.toISOString(),
  };
}

export function presentWalletTransactions({
  rows,
  totalCount,
  hasMore,
}: TransactionsPage): WalletTransactions {
  return {
    transactions: rows.map(presentTransaction),
    pagination: { totalCount, nextCursor: (hasMore ? rows.at(-1)?.id : undefined) ?? null },
  };
}

function presentTransaction(row: TransactionRow): WalletTransaction {
  return {
    id: row.id,
    direction: row.direction,
    status: row.status,
    hash: row.hash,
    amount: row.amount,
    currency: row.currency,
    usdAmount: row.amount_usd,
    type: row.type,
    networkFee: row.network_fee,
    testnet: row.testnet,
    createdAt: row.created_at.toISOString(),
    relatedOrder:
      row.merchant_order_id === null || row.order_status === null
        ? null
        : { merchantOrderId: row.merchant_order_id, status: row.order_status },
  };
}
