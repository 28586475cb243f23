import { refreshOutboundWallets, refreshWallet } from '@halyard/contract/wallets';
import type { Mount } from '../../http/mount.ts';
import type { RefreshService } from './refresh-service.ts';

export function mountRefresh(mount: Mount, refresh: RefreshService): void {
  mount(refreshOutboundWallets, async () => ({
    requestedAt: (await refresh.requestOutboundSnapshots()).toISOString(),
  }));

  mount(refreshWallet, async ({ params }) => ({
    requestedAt: (await refresh.requestWalletSnapshot(params)).toISOString(),
  }));
}
