import type { Invitation, InvitationMail } from '@halyard/contract/invitations';
import { useNow } from '../../shared/lib/use-now.ts';
import { CopyableText } from '../../shared/ui/copyable-text.tsx';
import type { Column } from '../../shared/ui/list/column.ts';
import { createdAtColumn } from '../../shared/ui/list/created-at-column.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { INVITATION_LABELS } from './invitation-labels.ts';
import { InvitationMenu } from './invitation-menu.tsx';

export const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  {
    header: 'Email',
    cell: (invitation) => <Email invitation={invitation} />,
    skeletonWidth: 'w-56',
    narrow: 'first-line',
  },
  {
    header: 'Status',
    cell: (invitation) => <Status invitation={invitation} />,
    width: '@2xl:w-42',
    skeletonWidth: 'w-20',
    narrow: 'second-line',
  },
  createdAtColumn({ narrow: 'third-line', narrowPrefix: 'Created' }),
  {
    header: 'Expires At',
    cell: ({ expiresAt }) => <Timestamp instant={expiresAt} />,
    narrowPrefix: 'Expires',
    width: '@2xl:w-32',
    skeletonWidth: 'w-24',
    align: 'end',
    narrow: 'third-line-end',
  },
  {
    header: 'Actions',
    headerHidden: true,
    cell: (invitation) =>
      invitation.status === 'pending' ? <InvitationMenu invitation={invitation} /> : null,
    width: '@2xl:w-18',
    skeletonWidth: 'w-6',
    align: 'end',
    narrow: 'first-line-end',
  },
];

function Email({ invitation: { email, mail } }: { readonly invitation: Invitation }) {
  return (
    <>
      <CopyableText text={email} quiet />
      {mail?.state === 'failed' || mail?.state === 'delayed' ? <MailProblem {...mail} /> : null}
    </>
  );
}

function MailProblem({ state, reason }: InvitationMail) {
  const isFinal = state === 'failed';
  return (
    <span className={`block text-sm [overflow-wrap:anywhere] ${isFinal ? 'text-bad' : 'text-ink-quiet'}`}>
      {isFinal
        ? `Email not delivered: ${reason ?? 'it expired before the mail server accepted it'}`
        : `Email delayed${reason === null ? '' : ` (${reason})`}. Next try in a few minutes.`}
    </span>
  );
}

/** An expired invitation is still pending, so its badge shows both. */
function Status({ invitation: { status, expiresAt } }: { readonly invitation: Invitation }) {
  const isOver = useNow((now) => new Date(expiresAt) <= now);
  const { label, tone } = INVITATION_LABELS[status] ?? { label: status, tone: 'quiet' };
  if (status !== 'pending' || !isOver) {
    return <StatusBadge tone={tone}>{label}</StatusBadge>;
  }
  return (
    <StatusBadge tone="bad">
      <span>
        <span>{label}</span>
        {' · '}
        <span>Expired</span>
      </span>
    </StatusBadge>
  );
}
