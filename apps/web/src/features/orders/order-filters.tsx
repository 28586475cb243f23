import { NATIVE_SYMBOLS, NETWORK_NAMES, NETWORKS, STABLECOINS } from '@halyard/contract/networks';
import { ORDER_STATUS_LABELS } from '../../domain/order-status/order-status-labels.ts';
import { labelOf } from '../../domain/transaction/transaction-labels.ts';
import { DayFields } from '../../shared/ui/field/day-fields.tsx';
import { CollapsibleFilters } from '../../shared/ui/list/collapsible-filters.tsx';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import { RemovableFilter } from '../../shared/ui/list/removable-filter.tsx';
import type { OrderRecord } from './order-record.ts';
import { countFilters, type OrderFilters, type OrdersSearch } from './orders-search.ts';
import { OwnerFilterButtons, ownersOf, printedOwners } from './owner-filters.tsx';

const NETWORK_OPTIONS = NETWORKS.map((network) => ({ value: network, label: NETWORK_NAMES[network] }));
const TESTNET_OPTIONS = [
  { value: 'hide', label: 'Mainnet only' },
  { value: 'only', label: 'Testnet only' },
] as const;
const CURRENCIES = [...STABLECOINS, ...Object.values(NATIVE_SYMBOLS)];

interface OrderFiltersProps {
  readonly state: OrdersSearch;
  /** An order of the list, which names the merchant and the user that the list is limited to. */
  readonly listed: OrderRecord | undefined;
  readonly onFilter: (filters: OrderFilters) => void;
}

/** Filters with a field each, and those that a link from another record sets. */
export function OrderFiltersRow({ state, listed, onFilter }: OrderFiltersProps) {
  const { status, network, currency, testnet, from, to } = state;
  const currencies = [...new Set([...CURRENCIES, ...(currency === undefined ? [] : [currency])])];
  const paidDays = paidDaysOf(state);
  const owners = ownersOf(state, {
    merchant: listed?.merchant?.name ?? '',
    user: listed?.user?.email ?? '',
  });
  return (
    <CollapsibleFilters active={countFilters(state)}>
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label="Status"
          clearName="Status"
          allLabel="All statuses"
          options={ORDER_STATUS_LABELS}
          value={status}
          onChange={(chosen) => onFilter({ status: chosen })}
        />
        <FilterSelect
          label="Network"
          clearName="Network"
          allLabel="All networks"
          options={NETWORK_OPTIONS}
          value={network}
          onChange={(chosen) => onFilter({ network: chosen })}
        />
        <FilterSelect
          label="Currency"
          clearName="Currency"
          allLabel="All currencies"
          options={currencies.map((symbol) => ({ value: symbol, label: symbol }))}
          value={currency}
          onChange={(chosen) => onFilter({ currency: chosen })}
        />
        <FilterSelect
          label="Testnet"
          clearName="Testnet"
          allLabel="With testnets"
          options={TESTNET_OPTIONS}
          value={testnet}
          onChange={(chosen) => onFilter({ testnet: chosen })}
        />
        <DayFields days={{ from, to }} onChange={onFilter} />
        {paidDays === undefined ? null : (
          <RemovableFilter
            name="Paid (UTC)"
            value={paidDays}
            onRemove={() => onFilter({ paidFrom: undefined, paidTo: undefined })}
          />
        )}
        <OwnerFilterButtons owners={owners} onRemove={onFilter} />
      </div>
      <PrintedFilters filters={{ ...printedFilters(state), ...printedOwners(owners) }} />
    </CollapsibleFilters>
  );
}

/** Describes the days of payment: `2026-11-01 to 2026-11-27`. */
function paidDaysOf({ paidFrom, paidTo }: OrdersSearch): string | undefined {
  if (paidFrom === paidTo) {
    return paidFrom;
  }
  if (paidFrom === undefined) {
    return `until ${paidTo}`;
  }
  return paidTo === undefined ? `since ${paidFrom}` : `${paidFrom} to ${paidTo}`;
}

function printedFilters(state: OrdersSearch) {
  const { search, status, network, currency, testnet, from, to } = state;
  return {
    Search: search,
    Status: status && labelOf(ORDER_STATUS_LABELS, status),
    Network: network && NETWORK_NAMES[network],
    Currency: currency,
    Testnet: testnet && TESTNET_OPTIONS.find(({ value }) => value === testnet)?.label,
    From: from,
    To: to,
    'Paid (UTC)': paidDaysOf(state),
  };
}
