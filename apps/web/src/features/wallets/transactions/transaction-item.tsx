import { AMOUNT_DECIMALS } from '@halyard/contract/constants';
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, type LucideIcon } from 'lucide-react';
import { AmountText } from '../../../domain/amount/amount-text.tsx';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { WrappableNumber } from '../../../domain/amount/wrappable-number.tsx';
import { IdentifierText } from '../../../domain/audit-entry/identifier-text.tsx';
import { isStablecoin } from '../../../domain/network/asset.ts';
import { ExplorerLink } from '../../../domain/network/explorer-link.tsx';
import { ORDER_STATUS_LABELS } from '../../../domain/order-status/order-status-labels.ts';
import {
  labelOf,
  TRANSACTION_DIRECTION_LABELS,
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
  toneOf,
} from '../../../domain/transaction/transaction-labels.ts';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import { WalletTime } from '../wallet-time.tsx';
import type { TransactionRecord } from './transaction-record.ts';

const ARROWS: Readonly<Record<string, LucideIcon>> = { incoming: ArrowDownLeft, outgoing: ArrowUpRight };

interface TransactionItemProps {
  readonly transaction: TransactionRecord;
  readonly feeSymbol: string;
  /** Contains `{hash}` as the placeholder of the hash; null without an explorer. */
  readonly explorerUrl: string | null;
}

export function TransactionItem({ transaction, feeSymbol, explorerUrl }: TransactionItemProps) {
  const { direction, hash, networkFee, createdAt, relatedOrder } = transaction;
  const Arrow = ARROWS[direction] ?? ArrowLeftRight;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-line border-b py-3">
      <Arrow
        aria-hidden="true"
        className={`mt-0.5 size-4 ${direction === 'incoming' ? 'text-good' : 'text-ink-quiet'}`}
      />
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <AmountLine transaction={transaction} />
        <StatusLine transaction={transaction} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
          <TransactionHash hash={hash} explorerUrl={explorerUrl} />
          <span className="text-ink-quiet">
            <WalletTime instant={createdAt} />
          </span>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-quiet text-sm">
          <RelatedOrder order={relatedOrder} />
          <span>
            Fee{' '}
            {networkFee === null ? (
              <span>—</span>
            ) : (
              <AmountText value={networkFee} decimals={AMOUNT_DECIMALS.networkFee} unit={feeSymbol} />
            )}
          </span>
        </div>
      </div>
    </li>
  );
}

type TransactionProps = Pick<TransactionItemProps, 'transaction'>;

function AmountLine({ transaction: { direction, type, amount, currency } }: TransactionProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <p className="min-w-0">
        <bdi className="font-medium">{labelOf(TRANSACTION_DIRECTION_LABELS, direction)}</bdi>{' '}
        <bdi className="text-ink-quiet text-sm">{labelOf(TRANSACTION_TYPE_LABELS, type)}</bdi>
      </p>
      <p className="min-w-0 text-right font-medium">
        {amount === null ? (
          'No data'
        ) : (
          <AmountText
            value={amount}
            decimals={isStablecoin(currency) ? AMOUNT_DECIMALS.token : undefined}
            unit={currency}
          />
        )}
      </p>
    </div>
  );
}

function StatusLine({ transaction: { status, testnet, usdAmount } }: TransactionProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <StatusBadge tone={toneOf(TRANSACTION_STATUS_LABELS, status)}>
          {labelOf(TRANSACTION_STATUS_LABELS, status)}
        </StatusBadge>
        {testnet ? <StatusBadge tone="warn">Testnet</StatusBadge> : null}
      </div>
      <p className="min-w-0 text-right text-ink-quiet text-sm tabular-nums [overflow-wrap:anywhere]">
        {usdAmount === null ? 'USD value unavailable' : <WrappableNumber text={formatUsdValue(usdAmount)} />}
      </p>
    </div>
  );
}

interface TransactionHashProps {
  readonly hash: string | null;
  readonly explorerUrl: string | null;
}

function TransactionHash({ hash, explorerUrl }: TransactionHashProps) {
  return (
    <span className="flex min-w-0 items-center">
      {hash === null ? (
        <span className="text-ink-quiet">No hash yet</span>
      ) : (
        <>
          <IdentifierText name="hash" text={hash} />
          <ExplorerLink
            url={explorerUrl?.replaceAll('{hash}', encodeURIComponent(hash)) ?? null}
            label="Transaction in the explorer"
          />
        </>
      )}
    </span>
  );
}

function RelatedOrder({ order }: { readonly order: TransactionRecord['relatedOrder'] }) {
  if (order === null) {
    return <span>No related order</span>;
  }
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span>Order</span>
      <span className="min-w-0 text-ink">
        <IdentifierText name="order id" text={order.merchantOrderId} />
      </span>
      {order.status === null ? null : (
        <StatusBadge tone={toneOf(ORDER_STATUS_LABELS, order.status)}>
          {labelOf(ORDER_STATUS_LABELS, order.status)}
        </StatusBadge>
      )}
    </span>
  );
}
