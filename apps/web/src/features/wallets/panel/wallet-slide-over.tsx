import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../domain/session/use-api.ts';
import { RecordSlideOver } from '../../../shared/ui/overlay/record-slide-over.tsx';
import type { ListedWallet } from '../listed-wallet.ts';
import type { WalletPanelSearch, WalletTab } from './wallet-panel-search.ts';
import { walletQuery } from './wallet-queries.ts';

export const loadWalletPanel = () => import('./wallet-panel.tsx').then(({ WalletPanel }) => WalletPanel);

interface WalletSlideOverProps {
  readonly id: string;
  /** Id or uuid of the wallet whose panel is open. */
  readonly walletId: string | undefined;
  /** The wallet's row in the list, shown until the wallet has loaded. */
  readonly listed: ListedWallet | undefined;
  readonly tab: WalletTab;
  readonly onTab: (tab: WalletTab) => void;
  readonly state: WalletPanelSearch;
  readonly onState: (state: WalletPanelSearch) => void;
  readonly onClose: () => void;
  /** Called when the wallet turns out to be inbound. Undefined if the list's type is known. */
  readonly onInbound: (() => void) | undefined;
}

export function WalletSlideOver(props: WalletSlideOverProps) {
  const { id, walletId, listed, onInbound, ...panel } = props;
  const read = useQuery({
    ...walletQuery(useApi(), walletId ?? '', listed),
    enabled: walletId !== undefined,
  });
  const isMisplaced = onInbound !== undefined && read.data?.type === 'inbound';
  const showInbound = useEffectEvent(() => onInbound?.());
  useEffect(() => {
    if (isMisplaced) {
      showInbound();
    }
  }, [isMisplaced]);
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
