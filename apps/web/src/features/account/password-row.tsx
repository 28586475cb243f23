import { Button } from '../../shared/ui/button.tsx';
import { useLazyDialog } from '../../shared/ui/overlay/use-lazy-dialog.ts';
import { SecurityRow } from './security-row.tsx';

const loadDialog = () =>
  import('./change-password-dialog.tsx').then(({ ChangePasswordDialog }) => ChangePasswordDialog);

interface PasswordRowProps {
  readonly sessionCount: number | undefined;
}

export function PasswordRow({ sessionCount }: PasswordRowProps) {
  const { Dialog, open, close, prefetch } = useLazyDialog(loadDialog);
  return (
    <SecurityRow
      title="Password"
      actions={
        <Button variant="secondary" onPointerEnter={prefetch} onFocus={prefetch} onClick={open}>
          Change
        </Button>
      }
    >
      <p className="text-ink-quiet text-sm">Used with two-factor authentication to sign in.</p>
      {Dialog ? <Dialog sessionCount={sessionCount} onClose={close} /> : null}
    </SecurityRow>
  );
}
