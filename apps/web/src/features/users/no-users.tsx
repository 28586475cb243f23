import { SearchX, Users } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';

interface NoUsersProps {
  readonly searching: boolean;
  readonly onClearSearch: () => void;
}

/** Why the list has no user, and the one thing to do about it. */
export function NoUsers({ searching, onClearSearch }: NoUsersProps) {
  return searching ? (
    <EmptyState
      icon={<SearchX />}
      title="No users found"
      hint="Try adjusting your search query"
      action={
        <Button variant="secondary" onClick={onClearSearch}>
          Clear search
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<Users />}
      title="No users yet"
      hint="Users will appear here once they join the platform"
    />
  );
}
