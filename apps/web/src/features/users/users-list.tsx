import { PAGE_SIZE } from '@halyard/contract/constants';
import type { UserPage } from '@halyard/contract/users';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { failureOf } from '../../shared/lib/failure-of.ts';
import { DataTable } from '../../shared/ui/data-table.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Pagination } from '../../shared/ui/pagination.tsx';
import { NoUsers } from './no-users.tsx';
import { userColumns } from './user-columns.tsx';
import type { UsersSearch } from './users-search.ts';

interface UsersListProps {
  readonly users: UseQueryResult<UserPage>;
  readonly state: UsersSearch;
  readonly onChange: (state: UsersSearch) => void;
}

/** The list in each of its states: loading, failed, empty, rows, and rows that make way for others. */
export function UsersList({ users, state, onChange }: UsersListProps) {
  const { imageOrigins } = useRuntimeSettings();
  const columns = useMemo(() => userColumns(imageOrigins), [imageOrigins]);

  if (users.isError && !users.data) {
    return (
      <ErrorState
        title="The list of users could not be read"
        {...failureOf(users.error)}
        retrying={users.isFetching}
        onRetry={users.refetch}
      />
    );
  }
  if (users.data && users.data.users.length === 0) {
    return <NoUsers total={users.data.totalCount} state={state} onChange={onChange} />;
  }
  return (
    <>
      <DataTable
        label="Users"
        columns={columns}
        rows={users.data?.users}
        rowKey={(user) => user.uuid}
        expectedRows={PAGE_SIZE}
        refreshing={users.isFetching && users.data !== undefined}
      />
      <div className="px-(--gutter)">
        {users.data ? (
          <Pagination
            noun="users"
            page={state.page ?? 1}
            pageSize={PAGE_SIZE}
            total={users.data.totalCount}
            onPage={(page) => onChange({ search: state.search, page: page > 1 ? page : undefined })}
          />
        ) : null}
      </div>
    </>
  );
}
