import type { WalletBackup } from '@halyard/contract/wallets';
import { useState } from 'react';
import type { WalletRecord } from '../panel/wallet-record.ts';
import { BackupDisplay } from './backup-display.tsx';
import { BackupVerification } from './backup-verification.tsx';

interface WalletBackupDialogProps {
  readonly wallet: WalletRecord;
  readonly onClose: () => void;
}

/** Asks for a code and shows the private key, which only this component's state holds. */
export function WalletBackupDialog({ wallet, onClose }: WalletBackupDialogProps) {
  const [backup, setBackup] = useState<WalletBackup>();
  return backup ? (
    <BackupDisplay backup={backup} onClose={onClose} />
  ) : (
    <BackupVerification wallet={wallet} onBackup={setBackup} onClose={onClose} />
  );
}
