import { Link } from '@tanstack/react-router';
import { AmountWithUsd } from '../../domain/amount/amount-with-usd.tsx';
import { IdentifierText } from '../../domain/audit-entry/identifier-text.tsx';
import { shortenIdentifier } from '../../domain/audit-entry/shorten-identifier.ts';
import { ChangedAddress } from '../../domain/network/changed-address.tsx';
import { ExplorerLink } from '../../domain/network/explorer-link.tsx';
import { networkName } from '../../domain/network/network.ts';
import { NetworkIcon } from '../../domain/network/network-icon.tsx';
import {
  labelOf,
  TRANSACTION_DIRECTION_LABELS,
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
  toneOf,
} from '../../domain/transaction/transaction-labels.ts';
import type { Column } from '../../shared/ui/list/column.ts';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import type { TransactionRecord } from './transaction-record.ts';

const SECOND_LINE = 'block truncate text-ink-quiet text-sm @2xl:text-xs @2xl:leading-4';
const LINK =
  'rounded-sm underline decoration-line-strong underline-offset-2 hover:text-accent hover:decoration-current';

export const TRANSACTION_COLUMNS: readonly Column<TransactionRecord>[] = [
  {
    header: 'Transaction',
    cell: ({ type, direction, testnet }) => (
      <span className="block min-w-0">
        <span className="flex min-w-0 gap-2 @2xl:leading-4">
          <bdi className="truncate font-medium">{labelOf(TRANSACTION_TYPE_LABELS, type)}</bdi>
          {testnet ? <StatusBadge tone="warn">Testnet</StatusBadge> : null}
        </span>
        <bdi className={SECOND_LINE}>{labelOf(TRANSACTION_DIRECTION_LABELS, direction)}</bdi>
      </span>
    ),
    width: '@2xl:w-40',
    skeletonWidth: 'w-24',
    narrow: 'first-line',
  },
  {
    header: 'Wallet',
    cell: ({ wallet }) => <WalletLink wallet={wallet} />,
    skeletonWidth: 'w-32',
    narrow: 'second-line',
  },
  {
    header: 'Hash and order',
    cell: (transaction) => <HashAndOrder transaction={transaction} />,
    skeletonWidth: 'w-36',
    narrow: 'third-line',
    hides: 'first',
  },
  {
    header: 'Amount',
    cell: ({ amount, usdAmount, currency }) => (
      <AmountWithUsd amount={amount} currency={currency} usd={usdAmount} />
    ),
    skeletonWidth: 'w-24',
    align: 'end',
    narrow: 'first-line-end',
  },
  {
    header: 'Created At',
    cell: ({ createdAt }) => <Timestamp instant={createdAt} withTime />,
    width: '@2xl:w-40',
    skeletonWidth: 'w-28',
    align: 'end',
    narrow: 'second-line-end',
  },
  {
    header: 'Status',
    cell: ({ status }) => (
      <StatusBadge tone={toneOf(TRANSACTION_STATUS_LABELS, status)}>
        {labelOf(TRANSACTION_STATUS_LABELS, status)}
      </StatusBadge>
    ),
    width: '@2xl:w-32',
    skeletonWidth: 'w-16',
    narrow: 'third-line-end',
  },
];

function WalletLink({ wallet: { id, address, network } }: Pick<TransactionRecord, 'wallet'>) {
  const text =
    address === '' ? (
      <ChangedAddress />
    ) : (
      <bdi translate="no" className="font-mono text-sm">
        {shortenIdentifier(address)}
      </bdi>
    );
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <NetworkIcon blockchain={network} />
      <span className="sr-only">{networkName(network)}</span>
      {id === null ? (
        <span className="min-w-0">{text}</span>
      ) : (
        <Link
          to="/wallets"
          search={{ wallet: id }}
          title={address}
          className={`min-w-0 ${address === '' ? '' : 'truncate'} ${LINK}`}
        >
          <span className="sr-only">Wallet </span>
          {text}
        </Link>
      )}
    </span>
  );
}

function HashAndOrder({ transaction }: { readonly transaction: TransactionRecord }) {
  const { hash, explorerUrl, order } = transaction;
  return (
    <span className="block min-w-0">
      <span className="flex min-w-0 items-center @2xl:h-5">
        {hash === null ? (
          <span className="text-ink-quiet text-sm">No hash yet</span>
        ) : (
          <>
            <IdentifierText name="hash" text={hash} />
            <ExplorerLink url={explorerUrl} label="Transaction in the explorer" />
          </>
        )}
      </span>
      {order === null ? null : (
        <span className="flex gap-1 text-ink-quiet text-sm @2xl:text-xs @2xl:leading-4">
          <span className="shrink-0">Order</span>
          {order.uuid === null ? (
            <bdi translate="no" className="truncate" title={order.merchantOrderId}>
              {order.merchantOrderId}
            </bdi>
          ) : (
            <Link
              to="/orders"
              search={{ order: order.uuid }}
              title={order.merchantOrderId}
              className={`truncate ${LINK}`}
            >
              <bdi translate="no">{order.merchantOrderId || order.uuid}</bdi>
            </Link>
          )}
        </span>
      )}
    </span>
  );
}
