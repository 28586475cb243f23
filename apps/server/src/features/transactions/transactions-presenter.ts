import type { Transaction, TransactionPage } from '@halyard/contract/admin-transactions';
import { type ExplorerUrls, transactionLink } from '../../infra/chain/explorer-links.ts';
import { presentFedTransaction } from '../../infra/fed-transaction.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import type { TransactionRow, TransactionsPage } from './transaction-queries.ts';

/** Money follows an address, so one that was changed outside the product is not shown. */
export interface TransactionLinks {
  readonly explorers: ExplorerUrls;
  readonly addresses: Pick<SealedRows, 'isOurAddress'>;
}

export function presentTransactionPage(
  { rows, totalCount, totalUsd, confirmedUsd }: TransactionsPage,
  links: TransactionLinks,
): TransactionPage {
  return {
    transactions: rows.map((row) => presentTransaction(row, links)),
    pagination: { totalCount },
    totalUsd,
    confirmedUsd,
  };
}

function presentTransaction(row: TransactionRow, { explorers, addresses }: TransactionLinks): Transaction {
  return {
    ...presentFedTransaction(row),
    relatedOrder:
      row.order_id === null || row.merchant_order_id === null || row.order_status === null
        ? null
        : { uuid: row.order_id, merchantOrderId: row.merchant_order_id, status: row.order_status },
    wallet: presentWallet(row, addresses),
    explorerUrl: transactionLink(explorers, row),
  };
}

function presentWallet(
  { wallet_id, wallet_uuid: uuid, network, wallet_type: type, address, address_seal }: TransactionRow,
  addresses: TransactionLinks['addresses'],
): Transaction['wallet'] {
  const isOurs = addresses.isOurAddress({ uuid, network, type, address, address_seal });
  return {
    id: String(wallet_id),
    address: isOurs ? address : '',
    ...(!isOurs && { addressChanged: true }),
    network,
    type,
  };
}
