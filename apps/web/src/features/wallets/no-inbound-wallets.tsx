import { SearchX, Wallet } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';

interface NoInboundWalletsProps {
  readonly searching: boolean;
  readonly onClearSearch: () => void;
}

/** Why the list has no inbound wallet, and the one thing to do about it. */
export function NoInboundWallets({ searching, onClearSearch }: NoInboundWalletsProps) {
  return searching ? (
    <EmptyState
      icon={<SearchX />}
      title="No wallets found"
      hint="Try another address, or fewer filters"
      action={
        <Button variant="secondary" onClick={onClearSearch}>
          Clear search and filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<Wallet />}
      title="No inbound wallets"
      hint="They will appear here once the platform adds them"
    />
  );
}
