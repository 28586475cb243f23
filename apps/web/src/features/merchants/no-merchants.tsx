import { Store } from 'lucide-react';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { NothingFound } from '../../shared/ui/list/nothing-found.tsx';

interface NoMerchantsProps {
  readonly searching: boolean;
  readonly onClearSearch: () => void;
}

/** Why the list has no merchant, and the one thing to do about it. */
export function NoMerchants({ searching, onClearSearch }: NoMerchantsProps) {
  return searching ? (
    <NothingFound
      title="No merchants found"
      hint="Try adjusting your search query"
      clearLabel="Show all merchants"
      onClear={onClearSearch}
    />
  ) : (
    <EmptyState
      icon={<Store />}
      title="No merchants yet"
      hint="Merchants will appear here once users create them"
    />
  );
}
