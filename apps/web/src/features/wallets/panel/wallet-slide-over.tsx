import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../domain/session/use-api.ts';
import { RecordSlideOver } from '../../../shared/ui/overlay/record-slide-over.tsx';
import type { ListedWallet } from '../listed-wallet.ts';
import { loadWalletPanel } from './load-wallet-panel.ts';
import type { WalletPanelSearch } from './wallet-panel-search.ts';
import { walletQuery } from './wallet-queries.ts';
import type { WalletTab } from './wallet-tab.ts';

interface WalletSlideOverProps {
  readonly id: string;
  /** The id or the uuid of the wallet whose panel is open; undefined while none is. */
  readonly walletId: string | undefined;
  /** What the list knows of the wallet. */
  readonly listed: ListedWallet | undefined;
  readonly tab: WalletTab;
  readonly onTab: (tab: WalletTab) => void;
  /** What else the address carries of the panel. */
  readonly state: WalletPanelSearch;
  /** Gets the whole of it. */
  readonly onState: (state: WalletPanelSearch) => void;
  readonly onClose: () => void;
}

/** The place of a wallet's panel: beside the list, which stays in use, and over it on phones. */
export function WalletSlideOver(props: WalletSlideOverProps) {
  const { id, walletId, listed, ...panel } = props;
  const read = useQuery({
    ...walletQuery(useApi(), walletId ?? '', listed),
    enabled: walletId !== undefined,
  });
  return (
    <RecordSlideOver
      id={id}
      label="Wallet Details"
      record={walletId}
      load={loadWalletPanel}
      onClose={panel.onClose}
    >
      {(Panel, shown) => <Panel key={shown} walletId={shown} listed={listed} read={read} {...panel} />}
    </RecordSlideOver>
  );
}
