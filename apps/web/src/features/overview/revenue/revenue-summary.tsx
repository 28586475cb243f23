import { Link } from '@tanstack/react-router';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { formatCount } from '../../../shared/format/format-number.ts';
import type { PaidOrdersSearch } from './paid-orders-search.ts';
import { nameOfPrevious } from './revenue-period.ts';
import type { RevenueAnswer } from './revenue-query.ts';
import { UsdChange } from './usd-change.tsx';

interface RevenueSummaryProps {
  readonly answer: RevenueAnswer;
  readonly list: PaidOrdersSearch | undefined;
}

/** Revenue of the period, and in words how it compares with the previous one. */
export function RevenueSummary({ answer: { revenue, parameters }, list }: RevenueSummaryProps) {
  const { revenueUsd, orders, from, to, previous } = revenue;
  const figure = (
    <>
      <span translate="no" className="font-medium text-ink">
        {formatUsdValue(revenueUsd)}
      </span>{' '}
      <span>{orders === 1 ? 'from 1 paid order' : `from ${formatCount(orders)} paid orders`}</span>
    </>
  );
  return (
    <div className="grid gap-1 text-ink-quiet text-sm tabular-nums">
      <p>
        {list === undefined ? (
          figure
        ) : (
          <Link
            to="/orders"
            search={list}
            className="rounded-sm underline underline-offset-4 hover:text-accent"
          >
            {figure}
          </Link>
        )}
        {', '}
        <span translate="no" className="whitespace-nowrap">
          {from === to ? from : `${from} to ${to}`}
        </span>{' '}
        (UTC)
      </p>
      <p>
        {previous === null ? (
          <span key="none">No earlier data to compare with</span>
        ) : (
          <span key="previous">
            <UsdChange now={revenueUsd} before={previous.revenueUsd} />{' '}
            <span>{`${nameOfPrevious(parameters)} (`}</span>
            <span translate="no">{formatUsdValue(previous.revenueUsd)}</span>
            {', '}
            <span translate="no" className="whitespace-nowrap">
              {`${previous.from} to ${previous.to}`}
            </span>
            )
          </span>
        )}
      </p>
    </div>
  );
}
