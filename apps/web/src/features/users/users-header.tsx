import { SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { createdLabel } from '../../shared/list/created-days.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { CreatedFilter } from '../../shared/ui/list/created-filter.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import { statusLabel, UserStatusFilter } from './user-status-filter.tsx';
import { hasAddedFilters, userParameters } from './users-queries.ts';
import type { UsersSearch } from './users-search.ts';

interface UsersHeaderProps {
  readonly state: UsersSearch;
  readonly total: number | undefined;
  /** Whether the server can filter by status, and by days of creation. */
  readonly hasStatus: boolean;
  readonly hasDays: boolean;
  readonly onFilter: (filters: UsersSearch) => void;
}

export function UsersHeader({ state, total, hasStatus, hasDays, onFilter }: UsersHeaderProps) {
  const { search = '', status } = state;
  const found = search && `whose name or email contains “${search}”`;
  return (
    <ListHeader
      title={SCREEN_HEADINGS['/users']}
      total={total}
      actions={
        <ExportButton
          request={{ of: 'users', ...userParameters(state), search }}
          total={total}
          narrowedBy={hasAddedFilters(state) ? 'matching the search and the filters' : found || undefined}
        />
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search users"
          placeholder="Search by email or name..."
          value={search}
          maxLength={SEARCH_LENGTH_MAX}
          onSearch={(text) => onFilter({ search: text || undefined })}
        />
        {hasStatus ? (
          <UserStatusFilter status={status} onChange={(chosen) => onFilter({ status: chosen })} />
        ) : null}
        {hasDays ? <CreatedFilter days={state} onChange={onFilter} /> : null}
      </div>
      <PrintedFilters
        filters={{ Search: search, Status: statusLabel(status), Created: createdLabel(state) }}
      />
    </ListHeader>
  );
}
