import { backUpWallet } from '@halyard/contract/wallets';
import type { Mount } from '../../../http/mount.ts';
import { presentWalletBackup } from './wallet-backup-presenter.ts';
import type { WalletBackupService } from './wallet-backup-service.ts';

export function mountWalletBackup(mount: Mount, backups: WalletBackupService): void {
  mount(backUpWallet, async ({ params, session, code, origin }) =>
    presentWalletBackup(await backups.backUp(params.id, { session, code, origin })),
  );
}
