import type { WalletBackup } from '@halyard/contract/wallets';
import { Check, Download, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { networkName } from '../../../domain/network/network.ts';
import { saveFile } from '../../../shared/lib/save-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyIconButton } from '../../../shared/ui/copy-icon-button.tsx';
import { Dialog } from '../../../shared/ui/overlay/dialog.tsx';
import { walletType } from '../wallet-type.ts';
import { backupFileName, backupJson } from './backup-files.ts';
import { EncryptedBackupForm } from './encrypted-backup-form.tsx';
import { PrivateKey } from './private-key.tsx';

interface BackupDisplayProps {
  readonly backup: WalletBackup;
  readonly onClose: () => void;
}

export function BackupDisplay({ backup, onClose }: BackupDisplayProps) {
  const { address, publicKey, privateKey, blockchain, type } = backup;
  const [encrypting, setEncrypting] = useState(false);
  const [revealed, setRevealed] = useState(false);
  const [saved, setSaved] = useState<SavedFile>();

  function saveJson() {
    const name = backupFileName(address, 'json');
    saveFile(name, backupJson(backup), 'application/json');
    show({ name, note: 'Anyone who opens this file has the private key.' });
  }

  function show(file: SavedFile) {
    setSaved(file);
    setRevealed(false);
    setEncrypting(false);
  }

  return (
    <Dialog title="Wallet Backup" onCancel={onClose}>
      <div className="grid gap-5">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
          <BackupField name="Address" text={address} />
          <BackupField name="Public Key" text={publicKey} />
          <PrivateKey text={privateKey} revealed={revealed} onRevealedChange={setRevealed} />
          <BackupField name="Blockchain" text={networkName(blockchain)} plain />
          <BackupField name="Type" text={walletType(type)} plain />
        </dl>
        {encrypting ? (
          <EncryptedBackupForm
            backup={backup}
            onBack={() => setEncrypting(false)}
            onSaved={(name) => show({ name, note: 'Only the passphrase opens this file.' })}
          />
        ) : (
          <div className="grid gap-2">
            <Button size="lg" onClick={saveJson}>
              <Download aria-hidden="true" className="size-4" />
              Download JSON
            </Button>
            <Button variant="secondary" size="lg" onClick={() => setEncrypting(true)}>
              <LockKeyhole aria-hidden="true" className="size-4" />
              Encrypt with a passphrase
            </Button>
          </div>
        )}
        <SavedNotice file={saved} />
        <Button variant="quiet" size="lg" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

interface SavedFile {
  readonly name: string;
  readonly note: string;
}

/** Always rendered, because screen readers announce only changes of an existing live region. */
function SavedNotice({ file }: { readonly file: SavedFile | undefined }) {
  return (
    <div role="status" className="flex gap-2 text-sm empty:hidden">
      {file ? (
        <>
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
          <p className="min-w-0 [overflow-wrap:anywhere]">
            Downloaded{' '}
            <bdi translate="no" className="font-medium">
              {file.name}
            </bdi>
            . <span>{file.note}</span>
          </p>
        </>
      ) : null}
    </div>
  );
}

interface BackupFieldProps {
  readonly name: string;
  readonly text: unknown;
  /** Omits the copy button and the monospaced font. */
  readonly plain?: boolean;
}

function BackupField({ name, text, plain = false }: BackupFieldProps) {
  const shown = typeof text === 'string' && text !== '' ? text : undefined;
  return (
    <div className={`grid min-w-0 gap-0.5 ${plain ? '' : 'col-span-2'}`}>
      <dt className="text-ink-quiet text-sm">{name}</dt>
      <dd className="flex items-start gap-1">
        <bdi
          translate="no"
          className={`min-w-0 flex-1 [overflow-wrap:anywhere] ${plain ? '' : 'font-mono text-sm'}`}
        >
          {shown ?? '—'}
        </bdi>
        {shown === undefined || plain ? null : (
          <span className="-my-1">
            <CopyIconButton text={shown} label={`Copy ${name}`} />
          </span>
        )}
      </dd>
    </div>
  );
}
