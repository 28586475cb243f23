import { type ReactNode, useId } from 'react';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { FittedFigure } from '../../../shared/ui/chart/fitted-figure.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import { WalletTime } from '../wallet-time.tsx';
import { WithTooltip } from '../with-tooltip.tsx';
import type { OutboundSummary } from './outbound-summary.ts';

interface OutboundTotalProps {
  /** Undefined while loading and after a failure. */
  readonly summary: OutboundSummary | undefined;
  readonly failed: boolean;
  /** Whether the last refresh ended before all balances were new. */
  readonly timedOut: boolean;
  readonly actions: ReactNode;
}

export function OutboundTotal({ summary, failed, timedOut, actions }: OutboundTotalProps) {
  const titleId = useId();
  const failure = failed ? 'Error loading' : undefined;
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-(--gutter) pt-5 pb-4"
    >
      <div className="min-w-72 flex-1">
        <h2 id={titleId} className="font-medium text-ink-quiet text-sm">
          Total Portfolio Value
        </h2>
        <FittedFigure value={summary ? totalOf(summary) : failure} size="lg" />
        <div className="flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-ink-quiet text-xs">
          {summary ? <Provenance summary={summary} /> : null}
          {summary || failed ? null : <Skeleton className="h-3 w-40" />}
          <output className="empty:hidden">{timedOut ? 'Still waiting for some networks.' : null}</output>
        </div>
      </div>
      <div className="ml-auto flex min-w-72 flex-wrap items-center justify-end gap-2 max-md:w-full">
        {actions}
      </div>
    </section>
  );
}

function totalOf({ totalValueUsd }: OutboundSummary): string {
  return totalValueUsd === null ? 'No data' : formatUsdValue(totalValueUsd);
}

function Provenance({
  summary: { totalValueUsd, gaps, source, asOf },
}: {
  readonly summary: OutboundSummary;
}) {
  const ledger = source === 'ledger' ? 'Based' : 'Partly based';
  return (
    <>
      {totalValueUsd === null ? <span>{gaps.join(' ')}</span> : null}
      {totalValueUsd !== null && gaps.length > 0 ? <Partial gaps={gaps} /> : null}
      {source !== 'ledger' && asOf !== undefined ? (
        <span>
          As of <WalletTime instant={asOf} withAge />
        </span>
      ) : null}
      {source === 'ledger' || source === 'both' ? <span>{`${ledger} on recorded transactions`}</span> : null}
    </>
  );
}

function Partial({ gaps }: { readonly gaps: readonly string[] }) {
  const tooltip = (
    <span className="grid gap-0.5">
      {gaps.map((gap) => (
        <span key={gap}>{gap}</span>
      ))}
    </span>
  );
  return (
    <WithTooltip tooltip={tooltip} side="bottom">
      <StatusBadge tone="warn">Partial</StatusBadge>
      <span className="sr-only">{`. ${gaps.join(' ')}`}</span>
    </WithTooltip>
  );
}
