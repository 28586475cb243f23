import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { formatCount, formatShare } from '../../../shared/format/format-number.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import type { PaidOrdersSearch } from './paid-orders-search.ts';
import { UsdChange } from './usd-change.tsx';

/** More rows are shown on request. */
const ROWS_AT_FIRST = 10;

export interface RevenueBar {
  readonly key: string;
  readonly name: string;
  readonly icon?: ReactNode;
  /** Exact decimal. */
  readonly revenueUsd: string;
  readonly orders: number;
  /** Revenue of the previous period, to compare with. */
  readonly previousUsd?: string | null;
  /** Undefined if there is no such list. */
  readonly list: PaidOrdersSearch | undefined;
}

interface RevenueBarsProps {
  readonly title: string;
  readonly bars: readonly RevenueBar[];
  readonly totalUsd: string;
  readonly empty: string;
}

/** Revenue of each part, with bars relative to the largest. Each bar links to its orders. */
export function RevenueBars({ title, bars, totalUsd, empty }: RevenueBarsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? bars : bars.slice(0, ROWS_AT_FIRST);
  const largest = Math.max(...bars.map(({ revenueUsd }) => Number(revenueUsd)));
  return (
    <Card title={title}>
      {bars.length === 0 ? (
        <p className="py-6 text-ink-quiet text-sm">{empty}</p>
      ) : (
        <ul aria-label={title} className="mt-2 -mb-2">
          {shown.map((bar) => (
            <li key={bar.key} className="border-line not-first:border-t">
              <BarRow bar={bar} largest={largest} total={Number(totalUsd)} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < bars.length ? (
        <div className="mt-3">
          <Button variant="secondary" onClick={() => setShowsAll(true)}>
            {`Show all ${formatCount(bars.length)}`}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

interface BarRowProps {
  readonly bar: RevenueBar;
  readonly largest: number;
  readonly total: number;
}

function BarRow({ bar, largest, total }: BarRowProps) {
  const { name, icon, revenueUsd, orders, previousUsd, list } = bar;
  const content = (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="flex min-w-0 items-center gap-2">
          {icon}
          <bdi translate="no" className="wrap-anywhere min-w-0 font-medium">
            {name}
          </bdi>
        </span>{' '}
        <span translate="no" className="wrap-anywhere ml-auto font-medium">
          {formatUsdValue(revenueUsd)}
        </span>
      </span>
      <span aria-hidden="true" className="my-1.5 block h-1.5 overflow-hidden rounded-full bg-surface-sunken">
        <span
          className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
          style={{ width: largest > 0 ? `max(2px, ${(Number(revenueUsd) / largest) * 100}%)` : 0 }}
        />
      </span>{' '}
      <span className="flex flex-wrap gap-x-3 text-ink-quiet text-xs">
        <span>{orders === 1 ? '1 order' : `${formatCount(orders)} orders`}</span>{' '}
        <span>{`${formatShare(Number(revenueUsd), total)} of revenue`}</span>{' '}
        {previousUsd == null ? null : (
          <span>
            <UsdChange now={revenueUsd} before={previousUsd} /> before
          </span>
        )}
      </span>
    </>
  );
  const look = '-mx-2 block rounded-md px-2 py-2.5 text-sm tabular-nums';
  return list === undefined ? (
    <span className={look}>{content}</span>
  ) : (
    <Link to="/orders" search={list} className={`${look} hover:bg-surface-sunken`}>
      {content}
    </Link>
  );
}
