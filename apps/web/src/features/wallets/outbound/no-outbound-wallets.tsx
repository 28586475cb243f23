import { Wallet } from 'lucide-react';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { NothingFound } from '../../../shared/ui/list/nothing-found.tsx';

interface NoOutboundWalletsProps {
  readonly filtered: boolean;
  readonly onClearFilter: () => void;
}

/** Why there is no outbound wallet, and the one thing to do about it. */
export function NoOutboundWallets({ filtered, onClearFilter }: NoOutboundWalletsProps) {
  return filtered ? (
    <NothingFound
      title="No wallets found"
      hint="No outbound wallet has an asset with this verdict"
      clearLabel="Clear filters"
      onClear={onClearFilter}
    />
  ) : (
    <EmptyState
      icon={<Wallet />}
      title="No outbound wallets"
      hint="They will appear here once the platform adds them"
    />
  );
}
