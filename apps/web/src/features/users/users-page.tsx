import { CREATED_DAYS, USER_STATUS_FILTER } from '@halyard/contract/runtime-settings';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useId, useMemo } from 'react';
import { EmptyListHelp } from '../../domain/getting-started/empty-list-help.tsx';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { ANY_DAY } from '../../shared/list/created-days.ts';
import { creationSorting } from '../../shared/list/sorting.ts';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { userColumns } from './user-columns.tsx';
import { loadUserPanel, UserSlideOver } from './user-slide-over.tsx';
import { UsersHeader } from './users-header.tsx';
import { hasAddedFilters, usersQuery } from './users-queries.ts';
import type { UsersSearch } from './users-search.ts';

interface UsersPageProps {
  readonly state: UsersSearch;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: UsersSearch, options?: { readonly replace: boolean }) => void;
}

export function UsersPage({ state, onChange }: UsersPageProps) {
  const { imageOrigins, screens } = useRuntimeSettings();
  const columns = useMemo(() => userColumns(imageOrigins), [imageOrigins]);
  const hasStatus = screens?.includes(USER_STATUS_FILTER) ?? false;
  const hasDays = screens?.includes(CREATED_DAYS) ?? false;
  const listed = { ...state, ...(hasStatus ? {} : { status: undefined }), ...(hasDays ? {} : ANY_DAY) };
  const { search, sort, user, tab, timeline } = listed;
  const users = useQuery({
    ...usersQuery(useApi(), listed),
    // Whether the server has the filters is not known yet.
    enabled: screens !== undefined || !hasAddedFilters(state),
  });
  const panelId = useId();
  const filter = (filters: UsersSearch) => onChange({ ...state, ...filters, page: undefined });
  const isFiltered = hasAddedFilters(listed);

  return (
    <div>
      <UsersHeader
        state={listed}
        total={users.data?.totalCount}
        hasStatus={hasStatus}
        hasDays={hasDays}
        onFilter={filter}
      />
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
          search || isFiltered
            ? {
                title: 'No users found',
                hint: isFiltered ? 'No users match these filters' : 'Try adjusting your search query',
                clearLabel: 'Show all users',
                onClear: () => filter({ search: undefined, status: undefined, ...ANY_DAY }),
              }
            : undefined
        }
        opening={{
          // Deleted users have no panel.
          canOpen: ({ deletedAt }) => !deletedAt,
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
        timeline={timeline}
        onTab={(chosen, kind) =>
          onChange(
            { ...state, tab: chosen === 'details' ? undefined : chosen, timeline: kind },
            { replace: true },
          )
        }
        onClose={() => onChange({ ...state, user: undefined, tab: undefined, timeline: undefined })}
      />
    </div>
  );
}
