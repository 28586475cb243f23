import { Link } from '@tanstack/react-router';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { WrappableNumber } from '../../../domain/amount/wrappable-number.tsx';
import {
  EXCEPTION_KIND_LABELS,
  EXCEPTION_STATE_LABELS,
} from '../../../domain/exceptions/exception-labels.ts';
import { labelOf, toneOf } from '../../../domain/transaction/transaction-labels.ts';
import { Button } from '../../../shared/ui/button.tsx';
import type { Column } from '../../../shared/ui/list/column.ts';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../../shared/ui/timestamp.tsx';
import { MerchantLink } from '../merchant-link.tsx';
import type { OrdersScreenSearch } from '../orders-search.ts';
import type { ExceptionRecord } from './exception-record.ts';
import { exceptionSentence } from './exception-sentence.ts';

const LINK = 'rounded-sm underline underline-offset-4 hover:text-accent';

/** @param onDecide resolves an open exception, or opens a resolved one again */
export function exceptionColumns(
  onDecide: (exception: ExceptionRecord) => void,
): readonly Column<ExceptionRecord>[] {
  return [
    {
      header: 'Exception',
      cell: (exception) => <Explanation exception={exception} />,
      skeletonWidth: 'w-96',
      narrow: 'first-line',
    },
    {
      header: 'Order',
      cell: (exception) => <Subject exception={exception} />,
      width: '@2xl:w-44 @5xl:w-56',
      skeletonWidth: 'w-28',
      narrow: 'second-line',
    },
    {
      header: 'At stake',
      cell: ({ amountUsd }) => (
        <span className="inline-block font-medium tabular-nums [overflow-wrap:anywhere] @max-2xl:max-w-36">
          {amountUsd === null ? '—' : <WrappableNumber text={formatUsdValue(amountUsd)} />}
        </span>
      ),
      width: '@2xl:w-32',
      className: '@max-2xl:self-start',
      skeletonWidth: 'w-20',
      align: 'end',
      narrow: 'first-line-end',
    },
    {
      header: 'Opened',
      cell: ({ openedAt }) => <Timestamp instant={openedAt} aged />,
      width: '@2xl:w-28',
      skeletonWidth: 'w-16',
      align: 'end',
      narrow: 'second-line-end',
    },
    {
      header: 'Decision',
      headerHidden: true,
      cell: (exception) => <Decision exception={exception} onDecide={onDecide} />,
      width: '@2xl:w-36',
      skeletonWidth: 'w-20',
      align: 'end',
      narrow: 'whole-third-line',
    },
  ];
}

function Explanation({ exception }: { readonly exception: ExceptionRecord }) {
  const { kind, state, reason, resolvedAt, closedAt } = exception;
  const at = state === 'closed' ? closedAt : resolvedAt;
  return (
    <div className="grid gap-0.5 py-2 @max-2xl:py-0">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{labelOf(EXCEPTION_KIND_LABELS, kind)}</span>
        <StatusBadge tone={toneOf(EXCEPTION_STATE_LABELS, state)}>
          {labelOf(EXCEPTION_STATE_LABELS, state)}
        </StatusBadge>
        {at === null ? null : (
          <span className="text-ink-quiet text-sm">
            <Timestamp instant={at} aged />
          </span>
        )}
      </p>
      <p className="text-ink-quiet text-sm [overflow-wrap:anywhere]">{exceptionSentence(exception)}</p>
      {reason === null ? null : (
        <p className="text-sm [overflow-wrap:anywhere]">
          <span className="text-ink-quiet">Reason:</span> <bdi>{reason}</bdi>
        </p>
      )}
    </div>
  );
}

/** The order and its merchant, or the wallet of money without an order. */
function Subject({ exception }: { readonly exception: ExceptionRecord }) {
  const { kind, orderUuid, merchantOrderId, merchant, walletId } = exception;
  return (
    <div className="grid min-w-0 gap-0.5">
      {orderUuid === null ? null : (
        <Link
          to="/orders"
          search={(now: OrdersScreenSearch) => ({ ...now, order: orderUuid })}
          className={`truncate ${LINK}`}
        >
          <bdi translate="no" title={merchantOrderId ?? undefined}>
            {merchantOrderId ?? orderUuid}
          </bdi>
        </Link>
      )}
      {merchant === null ? null : (
        <MerchantLink merchant={merchant} className={`truncate text-ink-quiet text-sm ${LINK}`} />
      )}
      {orderUuid !== null || walletId === null ? null : (
        <Link
          to="/wallets"
          search={{ wallet: walletId, tab: kind === 'unmatched_money' ? 'transactions' : undefined }}
          className={`w-fit ${LINK}`}
        >
          Wallet <span translate="no">{walletId}</span>
        </Link>
      )}
    </div>
  );
}

interface DecisionProps {
  readonly exception: ExceptionRecord;
  readonly onDecide: (exception: ExceptionRecord) => void;
}

function Decision({ exception, onDecide }: DecisionProps) {
  const { kind, state, merchantOrderId, walletId } = exception;
  if (state !== 'open' && state !== 'resolved') {
    return null;
  }
  const label = state === 'open' ? 'Resolve' : 'Open again';
  const subject = merchantOrderId ?? (walletId === null ? '' : `wallet ${walletId}`);
  return (
    <Button
      variant="secondary"
      aria-label={`${label}: ${labelOf(EXCEPTION_KIND_LABELS, kind)} ${subject}`.trim()}
      onClick={() => onDecide(exception)}
    >
      {label}
    </Button>
  );
}
