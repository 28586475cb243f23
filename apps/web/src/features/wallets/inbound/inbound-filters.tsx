import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { NETWORK_NAMES, NETWORKS } from '@halyard/contract/networks';
import { SearchField } from '../../../shared/ui/field/search-field.tsx';
import { FilterSelect } from '../../../shared/ui/list/filter-select.tsx';
import { PrintedFilters } from '../../../shared/ui/list/printed-filters.tsx';
import { LedgerFilter, printedLedger } from '../ledger-filter.tsx';
import type { WalletsSearch } from '../wallets-search.ts';

const NETWORK_OPTIONS = NETWORKS.map((network) => ({ value: network, label: NETWORK_NAMES[network] }));

interface InboundFiltersProps {
  readonly state: WalletsSearch;
  readonly onSearch: (text: string) => void;
  readonly onFilter: (filters: Pick<WalletsSearch, 'network' | 'ledger'>) => void;
  readonly comparesLedger: boolean;
}

export function InboundFilters({ state, onSearch, onFilter, comparesLedger }: InboundFiltersProps) {
  const { search, network, ledger } = state;
  return (
    <div className="flex flex-wrap items-center gap-2 px-(--gutter) pt-5 pb-4">
      <div className="w-full min-[30rem]:w-80">
        <SearchField
          label="Search inbound wallets"
          placeholder="Search by address..."
          value={search ?? ''}
          maxLength={SEARCH_LENGTH_MAX}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={onSearch}
        />
      </div>
      <FilterSelect
        label="Network"
        clearName="Network"
        allLabel="All Networks"
        options={NETWORK_OPTIONS}
        value={network}
        onChange={(chosen) => onFilter({ network: chosen, ledger })}
      />
      {comparesLedger ? (
        <LedgerFilter ledger={ledger} onChange={(chosen) => onFilter({ network, ledger: chosen })} />
      ) : null}
      <PrintedFilters
        filters={{
          Search: search,
          Network: network && NETWORK_NAMES[network],
          ...printedLedger(ledger),
        }}
      />
    </div>
  );
}
