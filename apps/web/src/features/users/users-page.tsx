import { SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { formatCount } from '../../shared/lib/format-number.ts';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { UsersList } from './users-list.tsx';
import { usersQuery } from './users-queries.ts';
import type { UsersSearch } from './users-search.ts';

interface UsersPageProps {
  readonly state: UsersSearch;
  readonly onChange: (state: UsersSearch) => void;
}

export function UsersPage({ state, onChange }: UsersPageProps) {
  const users = useQuery(usersQuery(useApi(), state));
  return (
    <>
      <div className="flex flex-col gap-4 px-(--gutter) pt-(--gutter) pb-4">
        <div className="flex min-h-8 items-baseline gap-2.5">
          <h1 className="font-semibold text-xl">User Management</h1>
          {users.data ? (
            <output className="text-ink-quiet text-lg tabular-nums">
              {formatCount(users.data.totalCount)}
              <span className="sr-only"> in total</span>
            </output>
          ) : null}
        </div>
        <SearchField
          label="Search users"
          placeholder="Search by email or name..."
          value={state.search ?? ''}
          maxLength={SEARCH_LENGTH_MAX}
          onSearch={(search) => onChange(search ? { search } : {})}
        />
      </div>
      <UsersList users={users} state={state} onChange={onChange} />
    </>
  );
}
