import { isEmailAddress } from '@halyard/contract/email-address';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { type InviteProblem, inviteProblem } from './invite-problem.ts';
import { useInvite } from './use-invitation-actions.ts';

/** Keeps its input until the invitation is sent, even while a code dialog is open. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { pending, email, change, problem, input, submit } = useInviteForm(onClose);
  const cancel = () => pending || onClose();
  return (
    <Dialog
      title="Invite User"
      description="We'll email a sign-up link. It works for 7 days."
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
          error={problem?.field === 'email' ? problem.message : undefined}
          onChange={({ target }) => change(target.value)}
        />
        <p role="alert" className="text-bad text-sm empty:hidden">
          {problem && problem.field === undefined ? <RequestProblem {...problem} /> : null}
        </p>
        <ButtonRow reversed>
          <Button type="submit" size="lg" busy={pending}>
            Send Invitation
          </Button>
          <Button variant="secondary" size="lg" disabled={pending} onClick={cancel}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

function RequestProblem({ message, reason }: InviteProblem) {
  return (
    <>
      <span className="block">{message}</span>
      {reason}
    </>
  );
}

function useInviteForm(onClose: () => void) {
  const { pending, run } = useInvite();
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
      show({ field: 'email', message: 'Email is required' });
      return;
    }
    if (!isEmailAddress(address.normalize('NFKC'))) {
      show({ field: 'email', message: 'Please enter a valid email address' });
      return;
    }
    setProblem(undefined);
    const outcome = await run(address);
    if (outcome.kind === 'done') {
      onClose();
    } else if (outcome.kind === 'failed') {
      show(inviteProblem(outcome.error));
    }
  }

  function change(text: string) {
    setEmail(text);
    setProblem(undefined);
  }

  return { pending, email, change, problem, input, submit };
}
