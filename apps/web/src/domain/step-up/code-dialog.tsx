import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import type { SubmitCode } from './use-code-form.ts';

interface CodeDialogProps {
  readonly title: string;
  readonly description: string;
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly onCode: SubmitCode;
  readonly onClose: () => void;
}

/** Asks for the code of an action and stays open during the action. */
export function CodeDialog({ title, description, onCode, onClose, ...form }: CodeDialogProps) {
  const [busy, setBusy] = useState(false);

  function submit(code: string) {
    setBusy(true);
    return onCode(code).finally(() => setBusy(false));
  }

  return (
    <Dialog title={title} description={description} onCancel={() => busy || onClose()}>
      <CodeForm {...form} onSubmit={submit}>
        <Button variant="secondary" size="lg" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </CodeForm>
    </Dialog>
  );
}
