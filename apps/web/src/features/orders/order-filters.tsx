import { NATIVE_SYMBOLS, NETWORK_NAMES, NETWORKS, STABLECOINS } from '@halyard/contract/networks';
import { X } from 'lucide-react';
import { ORDER_STATUS_LABELS } from '../../domain/order-status/order-status-labels.ts';
import { labelOf } from '../../domain/transaction/transaction-labels.ts';
import { withDay } from '../../shared/format/calendar-day.ts';
import { Button } from '../../shared/ui/button.tsx';
import { DayField } from '../../shared/ui/field/day-field.tsx';
import { CollapsibleFilters } from '../../shared/ui/list/collapsible-filters.tsx';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import type { OrderRecord } from './order-record.ts';
import { countFilters, type OrderFilters, type OrdersSearch } from './orders-search.ts';

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
          allLabel="Mainnet and testnet"
          options={TESTNET_OPTIONS}
          value={testnet}
          onChange={(chosen) => onFilter({ testnet: chosen })}
        />
        <DayField
          label="From"
          value={from}
          onChange={(day) => onFilter(withDay({ from, to }, { from: day }))}
        />
        <DayField label="To" value={to} onChange={(day) => onFilter(withDay({ from, to }, { to: day }))} />
        {ownersOf(state, listed).map(({ key, name, value }) => (
          <Button
            key={key}
            variant="secondary"
            className="max-w-full"
            onClick={() => onFilter({ [key]: undefined })}
          >
            <span className="sr-only">Remove filter</span>
            <span className="text-ink-quiet">{name}</span>
            <bdi translate="no" className="max-w-60 truncate">
              {value}
            </bdi>
            <X aria-hidden="true" className="size-3.5" />
          </Button>
        ))}
      </div>
      <PrintedFilters filters={printedFilters(state, listed)} />
    </CollapsibleFilters>
  );
}

interface OwnerFilter {
  readonly key: 'merchantUuid' | 'userUuid' | 'walletId';
  readonly name: string;
  readonly value: string;
}

function ownersOf(
  { merchantUuid, userUuid, walletId }: OrderFilters,
  listed: OrderRecord | undefined,
): readonly OwnerFilter[] {
  const owners: readonly (OwnerFilter | undefined)[] = [
    merchantUuid === undefined
      ? undefined
      : { key: 'merchantUuid', name: 'Merchant', value: listed?.merchant?.name || merchantUuid },
    userUuid === undefined
      ? undefined
      : { key: 'userUuid', name: 'User', value: listed?.user?.email || userUuid },
    walletId === undefined ? undefined : { key: 'walletId', name: 'Wallet', value: walletId },
  ];
  return owners.filter((owner) => owner !== undefined);
}

function printedFilters(state: OrdersSearch, listed: OrderRecord | undefined) {
  const { search, status, network, currency, testnet, from, to } = state;
  return {
    Search: search,
    Status: status && labelOf(ORDER_STATUS_LABELS, status),
    Network: network && NETWORK_NAMES[network],
    Currency: currency,
    Testnet: testnet && TESTNET_OPTIONS.find(({ value }) => value === testnet)?.label,
    From: from,
    To: to,
    ...Object.fromEntries(ownersOf(state, listed).map(({ name, value }) => [name, value])),
  };
}
