import { SearchX, Wallet } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';

interface NoOutboundWalletsProps {
  readonly filtered: boolean;
  readonly onClearFilter: () => void;
}

/** Why there is no outbound wallet, and the one thing to do about it. */
export function NoOutboundWallets({ filtered, onClearFilter }: NoOutboundWalletsProps) {
  return filtered ? (
    <EmptyState
      icon={<SearchX />}
      title="No wallets found"
      hint="No outbound wallet has an asset with this verdict."
      action={
        <Button variant="secondary" onClick={onClearFilter}>
          Clear filter
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<Wallet />}
      title="No outbound wallets"
      hint="They will appear here once the platform adds them"
    />
  );
}
