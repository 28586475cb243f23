import { PAGE_SIZE } from '@halyard/contract/constants';
import { SearchX, Users } from 'lucide-react';
import { formatCount } from '../../shared/lib/format-number.ts';
import { pageCount } from '../../shared/lib/page-number.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import type { UsersSearch } from './users-search.ts';

interface NoUsersProps {
  /** How many there are on other pages. */
  readonly total: number;
  readonly state: UsersSearch;
  readonly onChange: (state: UsersSearch) => void;
}

/** Why a page shows no user, and the one thing to do about it. */
export function NoUsers({ total, state, onChange }: NoUsersProps) {
  const { search, page = 1 } = state;
  if (total > 0) {
    const last = pageCount(total, PAGE_SIZE);
    return (
      <EmptyState
        icon={<Users />}
        title={`There is no page ${formatCount(page)}`}
        hint={`The list ends on page ${formatCount(last)}.`}
        action={
          <Button variant="secondary" onClick={() => onChange({ search, page: last > 1 ? last : undefined })}>
            Go to the last page
          </Button>
        }
      />
    );
  }
  if (search) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No users found"
        hint="Try adjusting your search query"
        action={
          <Button variant="secondary" onClick={() => onChange({})}>
            Clear search
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<Users />}
      title="No users yet"
      hint="Users will appear here once they join the platform"
    />
  );
}
