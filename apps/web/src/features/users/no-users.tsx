import { Users } from 'lucide-react';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { NothingFound } from '../../shared/ui/list/nothing-found.tsx';

interface NoUsersProps {
  readonly searching: boolean;
  readonly onClearSearch: () => void;
}

/** Why the list has no user, and the one thing to do about it. */
export function NoUsers({ searching, onClearSearch }: NoUsersProps) {
  return searching ? (
    <NothingFound
      title="No users found"
      hint="Try adjusting your search query"
      clearLabel="Show all users"
      onClear={onClearSearch}
    />
  ) : (
    <EmptyState
      icon={<Users />}
      title="No users yet"
      hint="Users will appear here once they join the platform"
    />
  );
}
