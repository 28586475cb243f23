import { Clock, Inbox, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { BackToLogin } from './back-to-login.tsx';

interface ResetLinkSentProps {
  readonly email: string;
  readonly onRetry: () => void;
}

/** Explains the next step, with the same text whether or not the account exists. */
export function ResetLinkSent({ email, onRetry }: ResetLinkSentProps) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <h2 ref={takeFocus} tabIndex={-1} className="font-medium text-ink text-lg outline-none">
          Check your email
        </h2>
        <p className="text-base text-ink-quiet">
          If there is an account for{' '}
          <span translate="no" className="font-medium text-ink [overflow-wrap:anywhere]">
            {email}
          </span>
          , a link to choose a new password is on its way.
        </p>
      </div>
      <ul className="grid gap-3 border-line border-y py-4 text-base text-ink">
        <Tip icon={<Inbox aria-hidden="true" className="size-4" />}>Check your spam folder.</Tip>
        <Tip icon={<PenLine aria-hidden="true" className="size-4" />}>
          Make sure the email address is correct.
        </Tip>
        <Tip icon={<Clock aria-hidden="true" className="size-4" />}>
          Wait a few minutes, then{' '}
          <button
            type="button"
            onClick={onRetry}
            className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            try again
          </button>
          .
        </Tip>
      </ul>
      <BackToLogin />
    </div>
  );
}

function Tip({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 text-ink-faint">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** Moves the focus here for screen readers, because the focused button is gone. */
function takeFocus(heading: HTMLElement | null) {
  heading?.focus();
}
