import { PASSWORD_LENGTH_MIN } from '@halyard/contract/constants';
import type { WalletBackup } from '@halyard/contract/wallets';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../shared/lib/save-file.ts';
import { useLeaveSignal } from '../../../shared/lib/use-leave-signal.ts';
import { useAct } from '../../../shared/query/use-act.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonRow } from '../../../shared/ui/button-row.tsx';
import { PasswordField } from '../../../shared/ui/field/password-field.tsx';
import { backupFileName } from './backup-files.ts';
import { encryptInWorker } from './encrypt-in-worker.ts';
import { encryptedFormat } from './encrypted-format.ts';

interface EncryptedBackupFormProps {
  readonly backup: WalletBackup;
  /** The file has been made, or nobody wants it. */
  readonly onEnd: () => void;
}

interface Problems {
  readonly passphrase?: string;
  readonly confirmation?: string;
}

/** Makes a file that only a passphrase opens. */
export function EncryptedBackupForm({ backup, onEnd }: EncryptedBackupFormProps) {
  const [passphrase, setPassphrase] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [failed, setFailed] = useState(false);
  const leaveSignal = useLeaveSignal();
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const format = encryptedFormat(backup);
  const encrypt = useAct(async () => {
    const content = await encryptInWorker(format.kind, backup, passphrase, leaveSignal());
    saveFile(backupFileName(backup.address, format.ending), content, format.mediaType);
  });

  useEffect(() => first.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = problemsOf(passphrase, confirmation);
    setProblems(found);
    setFailed(false);
    if (found.passphrase !== undefined) {
      first.current?.focus();
    } else if (found.confirmation !== undefined) {
      second.current?.focus();
    } else {
      const { kind } = await encrypt.run();
      setFailed(kind === 'failed');
      if (kind === 'done') {
        onEnd();
      }
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4 border-line border-t pt-4">
      <PasswordField
        ref={first}
        label="Passphrase"
        name="passphrase"
        required
        autoComplete="off"
        value={passphrase}
        error={problems.passphrase}
        hint={`At least ${PASSWORD_LENGTH_MIN} characters. You can't open the file without it. ${format.hint}`}
        onChange={({ target }) => {
          setPassphrase(target.value);
          setProblems({});
        }}
      />
      <PasswordField
        ref={second}
        label="Confirm Passphrase"
        name="confirmation"
        required
        autoComplete="off"
        value={confirmation}
        error={problems.confirmation}
        onChange={({ target }) => {
          setConfirmation(target.value);
          setProblems({});
        }}
      />
      <p role="alert" className="text-bad text-sm empty:hidden">
        {failed ? 'The file could not be encrypted. Please try again.' : null}
      </p>
      <ButtonRow reversed>
        <Button type="submit" size="lg" busy={encrypt.pending}>
          Download encrypted file
        </Button>
        <Button variant="secondary" size="lg" onClick={onEnd}>
          Back
        </Button>
      </ButtonRow>
    </form>
  );
}

function problemsOf(passphrase: string, confirmation: string): Problems {
  if (passphrase.length < PASSWORD_LENGTH_MIN) {
    return { passphrase: `Passphrase must be at least ${PASSWORD_LENGTH_MIN} characters` };
  }
  return passphrase === confirmation ? {} : { confirmation: 'Passphrases do not match' };
}
