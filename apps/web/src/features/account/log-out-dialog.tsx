import { useState } from 'react';
import { describeDevice } from '../../shared/format/describe-device.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { type LogOutTarget, useLogOut } from './use-log-out.ts';

interface LogOutDialogProps {
  readonly target: LogOutTarget;
  readonly onClose: (outcome: { readonly loggedOut: boolean }) => void;
}

export function LogOutDialog({ target, onClose }: LogOutDialogProps) {
  const logOut = useLogOut();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const { title, description, submitLabel } = labelsFor(target);
  const cancel = () => busy || onClose({ loggedOut: false });

  async function submit() {
    setBusy(true);
    setFailed(false);
    const loggedOut = await logOut(target);
    setBusy(false);
    setFailed(!loggedOut);
    if (loggedOut) {
      onClose({ loggedOut });
    }
  }

  return (
    <Dialog title={title} description={description} onCancel={cancel}>
      <p role="alert" className="mb-4 text-bad text-sm empty:hidden">
        {failed ? "Couldn't log out. Please try again." : null}
      </p>
      <ButtonRow>
        <Button variant="secondary" size="lg" disabled={busy} onClick={cancel}>
          Cancel
        </Button>
        <Button variant="danger" size="lg" busy={busy} onClick={submit}>
          {submitLabel}
        </Button>
      </ButtonRow>
    </Dialog>
  );
}

function labelsFor(target: LogOutTarget) {
  if (target.kind === 'others') {
    const count = target.sessions.length;
    const sessions = `${formatCount(count)} ${count === 1 ? 'session' : 'sessions'}`;
    return {
      title: 'Log out all other sessions?',
      description: `This logs out ${sessions}. You'll stay signed in here.`,
      submitLabel: `Log out ${sessions}`,
    };
  }
  const { current, userAgent, ipAddress } = target.session;
  return {
    title: current ? 'Log out this device?' : `Log out ${describeDevice(userAgent).name}?`,
    description: current
      ? "You'll be logged out and returned to the sign-in page."
      : `Its IP address is ${ipAddress}.`,
    submitLabel: 'Log out',
  };
}
