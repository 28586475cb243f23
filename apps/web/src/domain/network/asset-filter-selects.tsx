import { NATIVE_SYMBOLS, NETWORK_NAMES, NETWORKS, STABLECOINS } from '@halyard/contract/networks';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import type { AssetFilters } from './asset-filters.ts';

const NETWORK_OPTIONS = NETWORKS.map((network) => ({ value: network, label: NETWORK_NAMES[network] }));
const TESTNET_OPTIONS = [
  { value: 'hide', label: 'Mainnet only' },
  { value: 'only', label: 'Testnet only' },
] as const;
const CURRENCIES: readonly string[] = [...STABLECOINS, ...Object.values(NATIVE_SYMBOLS)];

interface AssetFilterSelectsProps {
  readonly filters: AssetFilters;
  /** Gets the filter that changes. */
  readonly onFilter: (filters: AssetFilters) => void;
}

export function AssetFilterSelects({ filters, onFilter }: AssetFilterSelectsProps) {
  const { network, currency, testnet } = filters;
  const currencies = new Set(currency === undefined ? CURRENCIES : [...CURRENCIES, currency]);
  return (
    <>
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
        options={[...currencies].map((symbol) => ({ value: symbol, label: symbol }))}
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
    </>
  );
}

/** Returns the filters by name, for `PrintedFilters`. */
export function printedAssetFilters({ network, currency, testnet }: AssetFilters) {
  return {
    Network: network && NETWORK_NAMES[network],
    Currency: currency,
    Testnet: TESTNET_OPTIONS.find(({ value }) => value === testnet)?.label,
  };
}
