import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { SecurityRow } from './security-row.tsx';

interface PasswordRowProps {
  readonly sessionCount: number | undefined;
}

export function PasswordRow({ sessionCount }: PasswordRowProps) {
  const [changing, setChanging] = useState(false);
  return (
    <SecurityRow
      title="Password"
      actions={
        <Button variant="secondary" onClick={() => setChanging(true)}>
          Change
        </Button>
      }
    >
      <p className="text-ink-quiet text-sm">What you sign in with, before the second factor.</p>
      {changing ? (
        <ChangePasswordDialog sessionCount={sessionCount} onClose={() => setChanging(false)} />
      ) : null}
    </SecurityRow>
  );
}
