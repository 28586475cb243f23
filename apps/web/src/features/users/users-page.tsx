import { SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { USER_STATUS_FILTER } from '@halyard/contract/runtime-settings';
import type { UserStatus } from '@halyard/contract/user-status';
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
import { statusLabel, UserStatusFilter } from './user-status-filter.tsx';
import { usersQuery } from './users-queries.ts';
import type { UsersSearch } from './users-search.ts';

interface UsersPageProps {
  readonly state: UsersSearch;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: UsersSearch, options?: { readonly replace: boolean }) => void;
}

export function UsersPage({ state, onChange }: UsersPageProps) {
  const { search, sort, user, tab, timeline } = state;
  const { imageOrigins, screens } = useRuntimeSettings();
  const columns = useMemo(() => userColumns(imageOrigins), [imageOrigins]);
  const hasStatus = screens?.includes(USER_STATUS_FILTER) ?? false;
  const status = hasStatus ? state.status : undefined;
  const users = useQuery({
    ...usersQuery(useApi(), { ...state, status }),
    // Whether the server has the filter is not known yet.
    enabled: screens !== undefined || state.status === undefined,
  });
  const panelId = useId();
  const total = users.data?.totalCount;
  const searchFor = (text: string) => onChange({ ...state, page: undefined, search: text || undefined });

  return (
    <div>
      <UsersHeader
        search={search}
        status={status}
        total={total}
        onSearch={searchFor}
        onStatus={hasStatus ? (chosen) => onChange({ ...state, page: undefined, status: chosen }) : undefined}
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
          search || status
            ? {
                title: 'No users found',
                hint: status ? `No ${status} users match` : 'Try adjusting your search query',
                clearLabel: 'Show all users',
                onClear: () => onChange({ ...state, page: undefined, search: undefined, status: undefined }),
              }
            : undefined
        }
        opening={
          // Deleted users have no panel.
          status === 'deleted'
            ? undefined
            : {
                isOpen: ({ uuid }) => uuid === user,
                onOpen: ({ uuid }) => onChange({ ...state, user: uuid }, { replace: user !== undefined }),
                loadPanel: loadUserPanel,
                panelId,
              }
        }
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

interface UsersHeaderProps {
  readonly search: string | undefined;
  readonly status: UserStatus | undefined;
  readonly total: number | undefined;
  readonly onSearch: (text: string) => void;
  /** Undefined if the server cannot filter by status. */
  readonly onStatus: ((status: UserStatus | undefined) => void) | undefined;
}

function UsersHeader({ search, status, total, onSearch, onStatus }: UsersHeaderProps) {
  const limits = [
    status && `that are ${status}`,
    search && `whose name or email contains “${search}”`,
  ].filter(Boolean);
  return (
    <ListHeader
      title={SCREEN_HEADINGS['/users']}
      total={total}
      actions={
        <ExportButton
          request={{ of: 'users', search: search ?? '', includeDeleted: false, status }}
          total={total}
          narrowedBy={limits.join(' and ') || undefined}
        />
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search users"
          placeholder="Search by email or name..."
          value={search ?? ''}
          maxLength={SEARCH_LENGTH_MAX}
          onSearch={onSearch}
        />
        {onStatus ? <UserStatusFilter status={status} onChange={onStatus} /> : null}
      </div>
      <PrintedFilters filters={{ Search: search, Status: status && statusLabel(status) }} />
    </ListHeader>
  );
}
