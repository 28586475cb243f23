import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { NETWORK_NAMES, NETWORKS } from '@halyard/contract/networks';
import { SearchField } from '../../../shared/ui/field/search-field.tsx';
import { FilterChip } from '../../../shared/ui/list/filter-chip.tsx';
import { FilterSelect } from '../../../shared/ui/list/filter-select.tsx';
import { LEDGER_LABELS } from '../transactions/ledger-labels.ts';
import { labelOf } from '../transactions/transaction-labels.ts';
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
        allLabel="All Networks"
        options={NETWORK_OPTIONS}
        value={network}
        onChange={(chosen) => onFilter({ network: chosen, ledger })}
      />
      {comparesLedger ? (
        <FilterSelect
          label="Ledger vs. chain"
          allLabel="All results"
          options={LEDGER_LABELS}
          value={ledger}
          onChange={(chosen) => onFilter({ network, ledger: chosen })}
        />
      ) : null}
      {network === undefined ? null : (
        <FilterChip
          name="Network"
          value={NETWORK_NAMES[network]}
          onRemove={() => onFilter({ network: undefined, ledger })}
        />
      )}
      {ledger === undefined ? null : (
        <FilterChip
          name="Ledger"
          value={labelOf(LEDGER_LABELS, ledger)}
          onRemove={() => onFilter({ network, ledger: undefined })}
        />
      )}
    </div>
  );
}
