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
import { addressPage, type ExplorerUrls, transactionPage } from '../../infra/chain/explorer-links.ts';
import type { ListPage } from '../../infra/creation-list/creation-list.ts';
import { presentFedTransaction } from '../../infra/fed-transaction.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { ledgerComparisonsOf } from './portfolio.ts';
import type { TransactionRow, TransactionsPage } from './read-wallet-transactions.ts';
import type { WalletRow } from './wallet-row.ts';
import type { ValuedWallet, ValuedWallets } from './wallets-service.ts';

/** Money follows an address, so one that was changed outside the product is not shown. */
export interface AddressLinks {
  readonly explorers: ExplorerUrls;
  readonly addresses: Pick<SealedRows, 'isOurAddress'>;
}

export function presentOutboundWallets(
  { wallets, totalValueUsd, isPartial }: ValuedWallets,
  links: AddressLinks,
): OutboundWallets {
  return {
    wallets: wallets.map(({ row, portfolio }) => presentWallet(row, portfolio, links)),
    totalValueUsd,
    isPartial,
  };
}

export function presentInboundWallets(
  { rows, totalCount }: ListPage<WalletRow>,
  links: AddressLinks,
): InboundWallets {
  return { wallets: rows.map((row) => presentWallet(row, null, links)), pagination: { totalCount } };
}

export function presentWalletDetails({ row, portfolio }: ValuedWallet, links: AddressLinks): WalletDetails {
  return {
    ...presentWallet(row, portfolio, links),
    isPrivateKeyHeld: row.is_private_key_held,
    backups: { count: row.backup_count, lastAt: row.last_backup_at?.toISOString() ?? null },
    transactionExplorerUrl: transactionPage(links.explorers, row.network),
    ledger: ledgerComparisonsOf(row),
  };
}

function presentWallet(
  row: WalletRow,
  portfolio: Portfolio | null,
  { explorers, addresses }: AddressLinks,
): Wallet {
  const isOurs = addresses.isOurAddress(row);
  return {
    id: String(row.id),
    uuid: row.uuid,
    address: isOurs ? row.address : '',
    ...(!isOurs && { addressChanged: true }),
    blockchain: row.network,
    type: row.type,
    createdAt: row.created_at.toISOString(),
    portfolio,
    currentLock: presentLock(row),
    transactionCounts: { mainnet: { confirmed: row.mainnet }, testnet: { confirmed: row.testnet } },
    explorerUrl: isOurs ? addressPage(explorers, row.network, row.address) : null,
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
    ...presentFedTransaction(row),
    relatedOrder:
      row.merchant_order_id === null || row.order_status === null
        ? null
        : { merchantOrderId: row.merchant_order_id, status: row.order_status },
  };
}
