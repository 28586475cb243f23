import type { GettingStarted } from '@halyard/contract/getting-started';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CommandLine } from './command-line.tsx';
import { CREATE_ADMINISTRATOR, CREATE_SERVICE_KEY, sendBatch } from './commands.ts';

export interface GettingStartedCardProps {
  readonly steps: GettingStarted;
  readonly onDismiss: () => void;
}

const LINK = 'rounded-sm font-medium text-ink underline underline-offset-2';

/** Lists the first steps of a new installation, and how to do those that are left. */
export function GettingStartedCard({ steps, onDismiss }: GettingStartedCardProps) {
  const left = Object.values(steps).filter((done) => !done).length;
  return (
    <Card
      title="Getting started"
      aside={
        <span className="flex items-center gap-2">
          <span className="text-ink-quiet text-sm">{left === 1 ? '1 step left' : `${left} steps left`}</span>
          <Button variant="secondary" onClick={onDismiss}>
            Dismiss
          </Button>
        </span>
      }
    >
      <ul className="mt-4 grid gap-4">
        <Step done={steps.backupCodes} title="Save your backup codes">
          Few or none are left. Generate new ones in{' '}
          <Link to="/account-settings" className={LINK}>
            Account Settings
          </Link>{' '}
          and save them outside this browser. They let you in without your phone.
        </Step>
        <Step
          done={steps.secondAdministrator}
          title="Add a second administrator"
          command={CREATE_ADMINISTRATOR}
        >
          Someone else can then help you if you are locked out. Run this on the server with their email
          address:
        </Step>
        <Step done={steps.serviceKey} title="Create a service key" command={CREATE_SERVICE_KEY}>
          Your platform sends its records with it. Run this on the server:
        </Step>
        <Step
          done={steps.firstBatch}
          title="Send the first batch"
          command={sendBatch('users', window.location.origin)}
        >
          Set KEY to the printed key and replace each "…" with a UUID. Send users first, then their merchants
          and orders:
        </Step>
        <Step done={steps.mail} title="Set up mail">
          Set SMTP_URL, and INVITE_URL for invitations, then restart the server. To test it, request a reset
          link on the sign-in page, or{' '}
          <Link to="/invitations" className={LINK}>
            invite a user
          </Link>
          .
        </Step>
      </ul>
    </Card>
  );
}

interface StepProps {
  readonly done: boolean;
  readonly title: string;
  readonly command?: string;
  readonly children: ReactNode;
}

function Step({ done, title, command, children }: StepProps) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex min-w-0 gap-3">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${done ? 'text-good' : 'text-ink-faint'}`}
      />
      <div className="grid min-w-0 flex-1 gap-1.5 text-sm">
        <h3 className={done ? 'text-ink-quiet' : 'font-medium text-ink'}>
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </h3>
        {done ? null : <p className="text-ink-quiet">{children}</p>}
        {done || command === undefined ? null : <CommandLine command={command} />}
      </div>
    </li>
  );
}
