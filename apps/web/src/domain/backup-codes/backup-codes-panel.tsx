import { Download } from 'lucide-react';
import { saveFile } from '../../shared/lib/save-file.ts';
import { serverNow } from '../../shared/lib/server-time.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { toast } from '../../shared/ui/overlay/toast.ts';

interface BackupCodesPanelProps {
  readonly codes: readonly string[];
  /** The Continue button is shown only with this handler. */
  readonly onContinue?: () => void;
}

export function BackupCodesPanel({ codes, onContinue }: BackupCodesPanelProps) {
  const text = codes.join('\n');

  function download() {
    saveFile(backupCodesFileName(serverNow()), text, 'text/plain;charset=utf-8');
    toast.success('Backup codes downloaded');
  }

  return (
    <div className="grid gap-4">
      <Alert variant="warning" title="These codes will not be shown again. Make sure to save them now." />
      <ul
        translate="no"
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md border border-line bg-surface-sunken px-4 py-3.5 text-center font-mono text-lg tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ButtonRow>
        <CopyButton text={text} label="Copy" acknowledgement="Backup codes copied to clipboard" />
        <Button variant="secondary" onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
      </ButtonRow>
      {onContinue ? (
        <Button size="lg" onClick={onContinue}>
          Continue
        </Button>
      ) : null}
    </div>
  );
}

/** Returns a name that sorts by time and is valid in every file system. */
export function backupCodesFileName(now: Date): string {
  return `backup-codes-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.txt`;
}
