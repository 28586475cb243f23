import { PASSWORD_LENGTH_MIN } from '@halyard/contract/constants';
import type { WalletBackup } from '@halyard/contract/wallets';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../shared/lib/save-file.ts';
import { useUnmountSignal } from '../../../shared/lib/use-unmount-signal.ts';
import { useAct } from '../../../shared/query/use-act.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonRow } from '../../../shared/ui/button-row.tsx';
import { PasswordField } from '../../../shared/ui/field/password-field.tsx';
import { backupFileName } from './backup-files.ts';
import { encryptInWorker } from './encrypt-in-worker.ts';
import { encryptedFormat } from './encrypted-format.ts';

interface EncryptedBackupFormProps {
  readonly backup: WalletBackup;
  readonly onBack: () => void;
  /** Called with the name of the downloaded file. */
  readonly onSaved: (fileName: string) => void;
}

interface Passphrases {
  readonly passphrase: string;
  readonly confirmation: string;
}

export function EncryptedBackupForm(props: EncryptedBackupFormProps) {
  const form = useEncryptedBackup(props);
  const { hint } = encryptedFormat(props.backup);
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4 border-line border-t pt-4">
      <PasswordField
        ref={form.passphraseField}
        label="Passphrase"
        name="passphrase"
        required
        autoComplete="off"
        value={form.typed.passphrase}
        error={form.errors.passphrase}
        hint={`At least ${PASSWORD_LENGTH_MIN} characters. You can't open the file without it. ${hint}`}
        onChange={({ target }) => form.change({ passphrase: target.value })}
      />
      <PasswordField
        ref={form.confirmationField}
        label="Confirm Passphrase"
        name="confirmation"
        required
        autoComplete="off"
        value={form.typed.confirmation}
        error={form.errors.confirmation}
        onChange={({ target }) => form.change({ confirmation: target.value })}
      />
      <p role="alert" className="text-bad text-sm empty:hidden">
        {form.failed ? "Couldn't encrypt the file. Please try again." : null}
      </p>
      <ButtonRow reversed>
        <Button type="submit" size="lg" busy={form.pending}>
          Download encrypted file
        </Button>
        <Button variant="secondary" size="lg" onClick={props.onBack}>
          Back
        </Button>
      </ButtonRow>
    </form>
  );
}

function useEncryptedBackup({ backup, onSaved }: EncryptedBackupFormProps) {
  const [typed, setTyped] = useState<Passphrases>({ passphrase: '', confirmation: '' });
  const [errors, setErrors] = useState<Partial<Passphrases>>({});
  const [failed, setFailed] = useState(false);
  const unmountSignal = useUnmountSignal();
  const passphraseField = useRef<HTMLInputElement>(null);
  const confirmationField = useRef<HTMLInputElement>(null);
  const { kind: format, extension, mediaType } = encryptedFormat(backup);
  const fileName = backupFileName(backup.address, extension);
  const encrypt = useAct(async () => {
    const content = await encryptInWorker(format, backup, typed.passphrase, unmountSignal());
    saveFile(fileName, content, mediaType);
  });

  useEffect(() => passphraseField.current?.focus(), []);

  function change(field: Partial<Passphrases>) {
    setTyped({ ...typed, ...field });
    setErrors({});
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = errorsOf(typed);
    setErrors(found);
    setFailed(false);
    if (found.passphrase !== undefined) {
      passphraseField.current?.focus();
    } else if (found.confirmation !== undefined) {
      confirmationField.current?.focus();
    } else {
      const { kind } = await encrypt.run();
      setFailed(kind === 'failed');
      if (kind === 'done') {
        onSaved(fileName);
      }
    }
  }

  return {
    typed,
    errors,
    failed,
    pending: encrypt.pending,
    passphraseField,
    confirmationField,
    change,
    submit,
  };
}

function errorsOf({ passphrase, confirmation }: Passphrases): Partial<Passphrases> {
  if (passphrase.length < PASSWORD_LENGTH_MIN) {
    return { passphrase: `Passphrase must be at least ${PASSWORD_LENGTH_MIN} characters` };
  }
  return passphrase === confirmation ? {} : { confirmation: 'Passphrases do not match' };
}
