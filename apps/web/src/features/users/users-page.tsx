import { SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useId, useMemo } from 'react';
import { EmptyListHelp } from '../../domain/getting-started/empty-list-help.tsx';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { creationSorting } from '../../shared/list/sorting.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import { userColumns } from './user-columns.tsx';
import { loadUserPanel, UserSlideOver } from './user-slide-over.tsx';
import { usersQuery } from './users-queries.ts';
import type { UsersSearch } from './users-search.ts';

interface UsersPageProps {
  readonly state: UsersSearch;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: UsersSearch, options?: { readonly replace: boolean }) => void;
}

export function UsersPage({ state, onChange }: UsersPageProps) {
  const { search, sort, user, tab } = state;
  const { imageOrigins } = useRuntimeSettings();
  const columns = useMemo(() => userColumns(imageOrigins), [imageOrigins]);
  const users = useQuery(usersQuery(useApi(), state));
  const panelId = useId();
  const total = users.data?.totalCount;
  const searchFor = (text: string) => onChange({ ...state, page: undefined, search: text || undefined });

  return (
    <div>
      <UsersHeader search={search} total={total} onSearch={searchFor} />
      <ListBody
        noun="users"
        result={users}
        columns={columns}
        sorting={creationSorting(sort, (order) => onChange({ ...state, page: undefined, sort: order }))}
        rowKey={({ uuid }) => uuid}
        page={state.page}
        onPage={(page) => onChange({ ...state, page })}
        icon={<Users />}
        empty={{
          title: 'No users yet',
          hint: 'Users will appear here once they join the platform',
          help: <EmptyListHelp list="users" />,
        }}
        noMatch={
          search
            ? {
                title: 'No users found',
                hint: 'Try adjusting your search query',
                clearLabel: 'Show all users',
                onClear: () => searchFor(''),
              }
            : undefined
        }
        opening={{
          isOpen: ({ uuid }) => uuid === user,
          onOpen: ({ uuid }) => onChange({ ...state, user: uuid }, { replace: user !== undefined }),
          loadPanel: loadUserPanel,
          panelId,
        }}
      />
      <UserSlideOver
        id={panelId}
        uuid={user}
        listed={users.data?.rows.find(({ uuid }) => uuid === user)}
        tab={tab ?? 'details'}
        onTab={(chosen) =>
          onChange({ ...state, tab: chosen === 'details' ? undefined : chosen }, { replace: true })
        }
        onClose={() => onChange({ ...state, user: undefined, tab: undefined })}
      />
    </div>
  );
}

interface UsersHeaderProps {
  readonly search: string | undefined;
  readonly total: number | undefined;
  readonly onSearch: (text: string) => void;
}

function UsersHeader({ search, total, onSearch }: UsersHeaderProps) {
  return (
    <ListHeader
      title={SCREEN_HEADINGS['/users']}
      total={total}
      actions={
        <ExportButton
          request={{ of: 'users', search: search ?? '', includeDeleted: false }}
          total={total}
          narrowedBy={search && `whose name or email contains “${search}”`}
        />
      }
    >
      <SearchField
        label="Search users"
        placeholder="Search by email or name..."
        value={search ?? ''}
        maxLength={SEARCH_LENGTH_MAX}
        onSearch={onSearch}
      />
      <PrintedFilters filters={{ Search: search }} />
    </ListHeader>
  );
}
