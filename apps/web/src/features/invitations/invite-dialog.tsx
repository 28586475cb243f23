import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { type InviteProblem, inviteProblem } from './invite-problem.ts';
import { useInvite } from './use-invitation-actions.ts';

/** Stays with what was typed until the invitation is sent, also while a code is asked for over it. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const invite = useInvite();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<InviteProblem>();
  const input = useRef<HTMLInputElement>(null);

  function show(found: InviteProblem) {
    setProblem(found);
    input.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const address = email.trim();
    if (address === '') {
      show({ about: 'email', message: 'Email is required' });
      return;
    }
    setProblem(undefined);
    const outcome = await invite.run(address);
    if (outcome.kind === 'done') {
      onClose();
    } else if (outcome.kind === 'failed') {
      show(inviteProblem(outcome.error));
    }
  }

  const cancel = () => invite.pending || onClose();
  return (
    <Dialog
      title="Invite User"
      description="They get an email with a link to sign up, which works for 7 days."
      onCancel={cancel}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          ref={input}
          label="Email Address"
          name="email"
          required
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={email}
          error={problem?.about === 'email' ? problem.message : undefined}
          onChange={({ target }) => {
            setEmail(target.value);
            setProblem(undefined);
          }}
        />
        <p role="alert" className="text-bad text-sm empty:hidden">
          {problem?.about === 'call' ? (
            <>
              <span className="block">{problem.message}</span>
              {problem.reason}
            </>
          ) : null}
        </p>
        <ButtonRow reversed>
          <Button type="submit" size="lg" busy={invite.pending}>
            Send Invitation
          </Button>
          <Button variant="secondary" size="lg" disabled={invite.pending} onClick={cancel}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
