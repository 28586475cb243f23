import { AssetFilterSelects, printedAssetFilters } from '../../domain/network/asset-filter-selects.tsx';
import { ORDER_STATUS_LABELS } from '../../domain/order-status/order-status-labels.ts';
import { labelOf } from '../../domain/transaction/transaction-labels.ts';
import { dayRangeLabel } from '../../shared/format/day-range-label.ts';
import { DayFields } from '../../shared/ui/field/day-fields.tsx';
import { ClearFilters } from '../../shared/ui/list/clear-filters.tsx';
import { CollapsibleFilters } from '../../shared/ui/list/collapsible-filters.tsx';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import { RemovableFilter } from '../../shared/ui/list/removable-filter.tsx';
import type { OrderRecord } from './order-record.ts';
import { countFilters, type OrderFilters, type OrdersSearch } from './orders-search.ts';
import { OwnerFilterButtons, ownersOf, printedOwners } from './owner-filters.tsx';

interface OrderFiltersProps {
  readonly state: OrdersSearch;
  /** An order of the list, which names the merchant and the user that the list is limited to. */
  readonly listed: OrderRecord | undefined;
  readonly onFilter: (filters: OrderFilters) => void;
  /** Removes all filters. */
  readonly onClear: () => void;
}

/** Filters with a field each, and those that a link from another record sets. */
export function OrderFiltersRow({ state, listed, onFilter, onClear }: OrderFiltersProps) {
  const { status, from, to } = state;
  const active = countFilters(state);
  const paidDays = dayRangeLabel({ from: state.paidFrom, to: state.paidTo });
  const owners = ownersOf(state, {
    merchant: listed?.merchant?.name ?? '',
    user: listed?.user?.email ?? '',
  });
  return (
    <CollapsibleFilters active={active}>
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label="Status"
          clearName="Status"
          allLabel="All statuses"
          options={ORDER_STATUS_LABELS}
          value={status}
          onChange={(chosen) => onFilter({ status: chosen })}
        />
        <AssetFilterSelects filters={state} onFilter={onFilter} />
        <DayFields days={{ from, to }} onChange={onFilter} />
        {paidDays === undefined ? null : (
          <RemovableFilter
            name="Paid (UTC)"
            value={paidDays}
            onRemove={() => onFilter({ paidFrom: undefined, paidTo: undefined })}
          />
        )}
        <OwnerFilterButtons owners={owners} onRemove={onFilter} />
        <ClearFilters active={active} onClear={onClear} />
      </div>
      <PrintedFilters filters={{ ...printedFilters(state), ...printedOwners(owners) }} />
    </CollapsibleFilters>
  );
}

function printedFilters(state: OrdersSearch) {
  const { search, status, from, to } = state;
  return {
    Search: search,
    Status: status && labelOf(ORDER_STATUS_LABELS, status),
    ...printedAssetFilters(state),
    From: from,
    To: to,
    'Paid (UTC)': dayRangeLabel({ from: state.paidFrom, to: state.paidTo }),
  };
}
