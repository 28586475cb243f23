import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { createdLabel } from '../../shared/list/created-days.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { CreatedFilter } from '../../shared/ui/list/created-filter.tsx';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import { hasAddedFilters } from './added-filters.ts';
import { merchantParameters } from './merchants-queries.ts';
import type { MerchantsSearch } from './merchants-search.ts';

const WITH_DELETED = { value: 'show', label: 'All, with deleted' } as const;

interface MerchantsHeaderProps {
  readonly state: MerchantsSearch;
  readonly total: number | undefined;
  /** Whether the server can filter by days of creation. */
  readonly hasDays: boolean;
  /** With `replace`, adds no history entry. */
  readonly onFilter: (filters: MerchantsSearch, options?: { readonly replace: boolean }) => void;
}

export function MerchantsHeader({ state, total, hasDays, onFilter }: MerchantsHeaderProps) {
  const { search = '', deleted } = state;
  const found = search && `whose name or creator email contains “${search}”`;
  return (
    <ListHeader
      title={SCREEN_HEADINGS['/merchants']}
      total={total}
      actions={
        <ExportButton
          request={{ of: 'merchants', ...merchantParameters(state), search }}
          total={total}
          narrowedBy={hasAddedFilters(state) ? 'matching the search and the filters' : found || undefined}
        />
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search merchants"
          placeholder="Search by merchant name or creator email..."
          value={search}
          maxLength={SEARCH_LENGTH_MAX}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={(text) =>
            onFilter({ search: text || undefined }, { replace: search !== '' && text !== '' })
          }
        />
        {hasDays ? (
          <>
            <FilterSelect
              label="Deleted merchants"
              clearName="Deleted"
              allLabel="Not deleted"
              options={[WITH_DELETED]}
              value={deleted}
              onChange={(chosen) => onFilter({ deleted: chosen })}
            />
            <CreatedFilter days={state} onChange={onFilter} />
          </>
        ) : null}
      </div>
      <PrintedFilters
        filters={{ Search: search, Deleted: deleted && 'included', Created: createdLabel(state) }}
      />
    </ListHeader>
  );
}
