import { Wallet } from 'lucide-react';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { NothingFound } from '../../../shared/ui/list/nothing-found.tsx';

interface NoInboundWalletsProps {
  readonly searching: boolean;
  readonly onClearSearch: () => void;
}

/** Why the list has no inbound wallet, and the one thing to do about it. */
export function NoInboundWallets({ searching, onClearSearch }: NoInboundWalletsProps) {
  return searching ? (
    <NothingFound
      title="No wallets found"
      hint="Try another address, or fewer filters"
      clearLabel="Show all wallets"
      onClear={onClearSearch}
    />
  ) : (
    <EmptyState
      icon={<Wallet />}
      title="No inbound wallets"
      hint="They will appear here once the platform adds them"
    />
  );
}
