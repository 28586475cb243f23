import { ORDERS } from '@halyard/contract/runtime-settings';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { networkName } from '../../../domain/network/network.ts';
import { NetworkIcon } from '../../../domain/network/network-icon.tsx';
import { useRuntimeSettings } from '../../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../../domain/session/use-api.ts';
import { serverNow } from '../../../shared/lib/server-time.ts';
import { SegmentedChoice } from '../../../shared/ui/field/segmented-choice.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { DashboardSearch } from '../dashboard-search.ts';
import { RANGE_LABELS } from '../series-labels.ts';
import { CustomDays } from './custom-days.tsx';
import type { PaidOrdersSearch } from './paid-orders-search.ts';
import { RevenueBars } from './revenue-bars.tsx';
import { dayText, revenueParameters } from './revenue-period.ts';
import { merchantName, type RevenueAnswer, revenueQuery } from './revenue-query.ts';
import { RevenueSummary } from './revenue-summary.tsx';

export interface RevenueBreakdownProps {
  readonly state: DashboardSearch;
  readonly onChange: (state: DashboardSearch) => void;
}

/** Revenue of the chosen range, the current month or any days, by network, currency and merchant. */
export function RevenueBreakdown({ state, onChange }: RevenueBreakdownProps) {
  const headingId = useId();
  const today = serverNow().toISOString().slice(0, 10);
  const parameters = revenueParameters(state, today);
  const read = useQuery(revenueQuery(useApi(), parameters));
  const { range } = state;
  const days = { from: dayText(state.from), to: dayText(state.to) };

  function choose(period: 'range' | 'month' | 'custom') {
    const shown = read.data?.revenue;
    const custom = { range, period, ...(shown && { from: shown.from, to: shown.to }) } as const;
    onChange(
      period === 'custom'
        ? { ...custom, period }
        : { range, period: period === 'range' ? undefined : period },
    );
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-line border-t pt-4 md:gap-5 md:pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={headingId} className="font-semibold text-ink text-lg">
          Revenue breakdown
        </h2>
        <SegmentedChoice
          label="Period"
          value={state.period ?? 'range'}
          options={[
            { value: 'range', label: RANGE_LABELS[range ?? '30d'].label },
            { value: 'month', label: 'This month' },
            { value: 'custom', label: 'Custom…' },
          ]}
          onChange={choose}
        />
      </div>
      {state.period === 'custom' ? (
        <CustomDays
          key={`${days.from} ${days.to}`}
          days={days}
          today={today}
          onChange={(chosen) => onChange({ range, period: 'custom', ...chosen })}
        />
      ) : null}
      {parameters === undefined ? null : <Figures read={read} />}
    </section>
  );
}

function Figures({ read }: { readonly read: ReturnType<typeof useQuery<RevenueAnswer | null>> }) {
  if (read.data) {
    return (
      <div
        key="figures"
        aria-busy={read.isPlaceholderData}
        className={`grid gap-4 transition-opacity md:gap-5 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        <Parts answer={read.data} />
      </div>
    );
  }
  if (read.isError) {
    return <LoadError title="Couldn't load the revenue breakdown" read={read} />;
  }
  return (
    // The key swaps all skeletons at once, so that nothing shifts.
    <div key="loading" aria-busy="true" className="grid gap-4 md:gap-5">
      <Skeleton className="h-11 w-64" />
      <div className={GRID}>
        <Skeleton className="h-76" />
        <Skeleton className="h-76" />
        <Skeleton className="h-76" />
      </div>
    </div>
  );
}

const GRID = 'grid items-start gap-3 md:gap-4 lg:grid-cols-2 xl:grid-cols-3';

function Parts({ answer }: { readonly answer: RevenueAnswer }) {
  const hasOrders = useRuntimeSettings().screens?.includes(ORDERS) === true;
  const { revenue } = answer;
  const { revenueUsd, byNetwork, byCurrency, topMerchants } = revenue;
  const listOf = (filter: Partial<PaidOrdersSearch>): PaidOrdersSearch | undefined =>
    hasOrders ? { ...paidOrders(answer), ...filter } : undefined;
  const empty = 'No paid orders in this period';
  return (
    <>
      <RevenueSummary answer={answer} list={listOf({})} />
      <div className={GRID}>
        <RevenueBars
          title="By network"
          totalUsd={revenueUsd}
          empty={empty}
          bars={byNetwork.map(({ network, ...figures }) => ({
            key: network,
            name: networkName(network),
            icon: <NetworkIcon blockchain={network} />,
            list: listOf({ network }),
            ...figures,
          }))}
        />
        <RevenueBars
          title="By currency"
          totalUsd={revenueUsd}
          empty={empty}
          bars={byCurrency.map(({ currency, ...figures }) => ({
            key: currency,
            name: currency,
            list: listOf({ currency }),
            ...figures,
          }))}
        />
        <RevenueBars
          title="Top merchants"
          totalUsd={revenueUsd}
          empty="No merchant with revenue in this period"
          bars={topMerchants.map((merchant) => ({
            key: merchant.uuid,
            name: merchantName(merchant),
            revenueUsd: merchant.revenueUsd,
            orders: merchant.orders,
            previousUsd: merchant.previousRevenueUsd,
            list: listOf({ merchantUuid: merchant.uuid }),
          }))}
        />
      </div>
    </>
  );
}

/** All orders, if the period has no bounds. */
function paidOrders({ parameters, revenue: { from, to } }: RevenueAnswer): PaidOrdersSearch {
  const isOpen = 'range' in parameters && parameters.range === 'all';
  return { status: 'paid', testnet: 'hide', ...(isOpen ? {} : { paidFrom: from, paidTo: to }) };
}
