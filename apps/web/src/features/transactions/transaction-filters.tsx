import { useId } from 'react';
import { AssetFilterSelects, printedAssetFilters } from '../../domain/network/asset-filter-selects.tsx';
import {
  labelOf,
  TRANSACTION_DIRECTION_LABELS,
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
} from '../../domain/transaction/transaction-labels.ts';
import { RECENT_TIME_LABELS, RECENT_TIMES } from '../../shared/format/recent-time.ts';
import { DayFields } from '../../shared/ui/field/day-fields.tsx';
import { ClearFilters } from '../../shared/ui/list/clear-filters.tsx';
import { CollapsibleFilters } from '../../shared/ui/list/collapsible-filters.tsx';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import { QuickFilters } from './quick-filters.tsx';
import type { TransactionFilters, TransactionsSearch } from './transactions-search.ts';
import { UsdField } from './usd-field.tsx';

const WALLET_TYPE_OPTIONS = [
  { value: 'outbound', label: 'Outbound' },
  { value: 'inbound', label: 'Inbound' },
] as const;
const TIME_OPTIONS = RECENT_TIMES.map((time) => ({ value: time, label: RECENT_TIME_LABELS[time] }));

interface TransactionFiltersProps {
  readonly state: TransactionsSearch;
  readonly onFilter: (filters: TransactionFilters) => void;
  /** Removes all filters. */
  readonly onClear: () => void;
}

export function TransactionFiltersRow({ state, onFilter, onClear }: TransactionFiltersProps) {
  const { type, direction, status, walletType, minUsd, maxUsd, last, from, to } = state;
  const errorId = useId();
  const rangeErrorId = Number(maxUsd) < Number(minUsd) ? errorId : undefined;
  const active = countFilters(state);
  return (
    <CollapsibleFilters active={active}>
      <div className="grid gap-3">
        <QuickFilters state={state} onFilter={onFilter} />
        <div className="flex flex-wrap items-center gap-2">
          <FilterSelect
            label="Type"
            clearName="Type"
            allLabel="All types"
            options={TRANSACTION_TYPE_LABELS}
            value={type}
            onChange={(chosen) => onFilter({ type: chosen })}
          />
          <FilterSelect
            label="Direction"
            clearName="Direction"
            allLabel="All directions"
            options={TRANSACTION_DIRECTION_LABELS}
            value={direction}
            onChange={(chosen) => onFilter({ direction: chosen })}
          />
          <FilterSelect
            label="Status"
            clearName="Status"
            allLabel="All statuses"
            options={TRANSACTION_STATUS_LABELS}
            value={status}
            onChange={(chosen) => onFilter({ status: chosen })}
          />
          <FilterSelect
            label="Wallets"
            clearName="Wallets"
            allLabel="All wallets"
            options={WALLET_TYPE_OPTIONS}
            value={walletType}
            onChange={(chosen) => onFilter({ walletType: chosen })}
          />
          <AssetFilterSelects filters={state} onFilter={onFilter} />
          <UsdField
            label="Minimum USD"
            placeholder="Min."
            value={minUsd}
            onChange={(usd) => onFilter({ minUsd: usd })}
          />
          <UsdField
            label="Maximum USD"
            placeholder="Max."
            value={maxUsd}
            rangeErrorId={rangeErrorId}
            onChange={(usd) => onFilter({ maxUsd: usd })}
          />
          {rangeErrorId ? (
            <p id={rangeErrorId} role="alert" className="col-span-full self-center text-bad text-sm">
              The maximum is less than the minimum.
            </p>
          ) : null}
          <FilterSelect
            label="Time"
            clearName="Time"
            allLabel="Any time"
            options={TIME_OPTIONS}
            value={last}
            onChange={(chosen) => onFilter({ last: chosen, from: undefined, to: undefined })}
          />
          <DayFields days={{ from, to }} onChange={(days) => onFilter({ last: undefined, ...days })} />
          <ClearFilters active={active} onClear={onClear} />
        </div>
      </div>
      <PrintedFilters filters={printedFilters(state)} />
    </CollapsibleFilters>
  );
}

/** Counts the filters that have a field. Two days are one filter. */
function countFilters({ page: _page, search: _search, from, to, ...filters }: TransactionsSearch): number {
  return Object.values({ ...filters, days: from ?? to }).filter((value) => value !== undefined).length;
}

function printedFilters(state: TransactionsSearch) {
  const { search, type, direction, status, walletType, last, from, to } = state;
  return {
    Search: search,
    Type: type && labelOf(TRANSACTION_TYPE_LABELS, type),
    Direction: direction && labelOf(TRANSACTION_DIRECTION_LABELS, direction),
    Status: status && labelOf(TRANSACTION_STATUS_LABELS, status),
    Wallets: walletType && labelOf(WALLET_TYPE_OPTIONS, walletType),
    ...printedAssetFilters(state),
    'Minimum USD': state.minUsd,
    'Maximum USD': state.maxUsd,
    Time: last && RECENT_TIME_LABELS[last],
    From: from,
    To: to,
  };
}
