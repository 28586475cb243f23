import { SearchX, Store } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';

interface NoMerchantsProps {
  readonly searching: boolean;
  readonly onClearSearch: () => void;
}

/** Why the list has no merchant, and the one thing to do about it. */
export function NoMerchants({ searching, onClearSearch }: NoMerchantsProps) {
  return searching ? (
    <EmptyState
      icon={<SearchX />}
      title="No merchants found"
      hint="Try adjusting your search query"
      action={
        <Button variant="secondary" onClick={onClearSearch}>
          Clear search
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<Store />}
      title="No merchants yet"
      hint="Merchants will appear here once users create them"
    />
  );
}
