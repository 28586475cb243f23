import { MOBILE_BREAKPOINT_PX } from '@halyard/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { useLateComponent } from '../../shared/lib/use-late-component.ts';
import { useMediaQuery } from '../../shared/lib/use-media-query.ts';
import { AwaitedPanel } from '../../shared/ui/awaited-panel.tsx';
import { SlideOver } from '../../shared/ui/slide-over.tsx';
import type { ListedWallet } from './listed-wallet.ts';
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
  const isNarrow = useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);
  const { Component: Panel, ...awaited } = useLateComponent(loadWalletPanel, walletId !== undefined);
  return (
    <SlideOver
      id={id}
      open={walletId !== undefined}
      onClose={panel.onClose}
      label="Wallet Details"
      side="right"
      modal={isNarrow}
      className="w-full md:w-[32rem]"
    >
      {Panel && walletId !== undefined ? (
        <Panel key={walletId} walletId={walletId} listed={listed} read={read} {...panel} />
      ) : (
        <AwaitedPanel title="Wallet Details" onClose={panel.onClose} {...awaited} />
      )}
    </SlideOver>
  );
}
