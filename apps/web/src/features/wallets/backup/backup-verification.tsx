import { STEP_UP_HEADER } from '@halyard/contract/constants';
import type { WalletBackup } from '@halyard/contract/wallets';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shortenIdentifier } from '../../../domain/audit-entry/shorten-identifier.ts';
import { networkName } from '../../../domain/network/network.ts';
import { useApi } from '../../../domain/session/use-api.ts';
import { CodeForm } from '../../../domain/step-up/code-form.tsx';
import type { CodeProblem } from '../../../domain/step-up/code-problem.ts';
import { fieldsOf } from '../../../shared/api/answer-fields.ts';
import { REFUSALS } from '../../../shared/api/refusals.ts';
import { useUnmountSignal } from '../../../shared/lib/use-unmount-signal.ts';
import { READ_FAILURES } from '../../../shared/query/read-failures.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/overlay/dialog.tsx';
import { toast } from '../../../shared/ui/overlay/toast.ts';
import type { WalletRecord } from '../panel/wallet-record.ts';
import { WALLETS_KEY } from '../wallets-key.ts';
import { backupProblem } from './backup-problem.ts';

interface BackupVerificationProps {
  readonly wallet: WalletRecord;
  readonly onBackup: (backup: WalletBackup) => void;
  readonly onClose: () => void;
}

export function BackupVerification({ wallet, onBackup, onClose }: BackupVerificationProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const unmountSignal = useUnmountSignal();

  async function download(code: string): Promise<CodeProblem | undefined> {
    const signal = unmountSignal();
    setBusy(true);
    try {
      const backup = await api.get('/wallets/:id/backup', {
        params: { id: wallet.id },
        headers: { [STEP_UP_HEADER]: code },
        ownMessageFor: [...REFUSALS, ...READ_FAILURES],
        accepts: isWalletBackup,
        uncached: true,
        signal,
      });
      toast.success('Wallet backup retrieved successfully');
      onBackup(backup);
      return undefined;
    } catch (error) {
      return signal.aborted ? undefined : backupProblem(error);
    } finally {
      setBusy(false);
      // Failed attempts also add audit entries and may change the wallet.
      void queryClient.invalidateQueries({ queryKey: [WALLETS_KEY, 'one'] });
    }
  }

  return (
    <Dialog
      title="Wallet Backup"
      description={`${networkName(wallet.blockchain)} ${shortenIdentifier(wallet.address)}`}
      onCancel={() => busy || onClose()}
    >
      <div className="grid gap-5">
        <Alert variant="warning" title="Private keys will be exposed">
          <p className="mt-0.5 text-sm">
            Anyone with the private key can move all funds in this wallet. This backup is recorded in the
            audit log, and all administrators are notified.
          </p>
        </Alert>
        <CodeForm submitLabel="Verify & Download" danger onSubmit={download}>
          <Button variant="secondary" size="lg" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </CodeForm>
      </div>
    </Dialog>
  );
}

function isWalletBackup(body: unknown): boolean {
  const { address, privateKey } = fieldsOf<WalletBackup>(body);
  return typeof address === 'string' && typeof privateKey === 'string' && privateKey !== '';
}
