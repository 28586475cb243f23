import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { NETWORK_NAMES } from '@halyard/contract/networks';
import { SearchField } from '../../../shared/ui/field/search-field.tsx';
import { FilterChip } from '../../../shared/ui/list/filter-chip.tsx';
import { NetworkFilter } from '../network-filter.tsx';
import { LedgerFilter } from '../transactions/ledger-filter.tsx';
import { LEDGER_LABELS } from '../transactions/ledger-labels.ts';
import type { WalletsSearch } from '../wallets-search.ts';

interface InboundFiltersProps {
  readonly state: WalletsSearch;
  readonly onSearch: (text: string) => void;
  readonly onFilter: (filters: Pick<WalletsSearch, 'network' | 'ledger'>) => void;
  readonly comparesLedger: boolean;
}

/** The search and filters of the inbound wallets, with a chip for each active filter. */
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
      <NetworkFilter network={network} onChange={(chosen) => onFilter({ network: chosen, ledger })} />
      {comparesLedger ? (
        <LedgerFilter ledger={ledger} onChange={(chosen) => onFilter({ network, ledger: chosen })} />
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
          value={LEDGER_LABELS[ledger].label}
          onRemove={() => onFilter({ network, ledger: undefined })}
        />
      )}
    </div>
  );
}
