import type { Invitation } from '@halyard/contract/invitations';
import type { Column, Sorting } from '../../shared/ui/column.ts';
import { CopyableText } from '../../shared/ui/copyable-text.tsx';
import { createdAtColumn } from '../../shared/ui/created-at-column.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { InvitationMenu } from './invitation-menu.tsx';
import { INVITATION_WORDS } from './invitation-words.ts';

interface InvitationColumnsOptions {
  /** The moment that tells which invitations have expired. */
  readonly readAt: Date;
  readonly sorting: Sorting;
}

export function invitationColumns(options: InvitationColumnsOptions): readonly Column<Invitation>[] {
  const { readAt, sorting } = options;
  return [
    {
      header: 'Email',
      cell: ({ email }) => <CopyableText text={email} quiet />,
      skeletonWidth: 'w-56',
      narrow: 'first-line',
    },
    {
      header: 'Status',
      cell: (invitation) => <Status invitation={invitation} readAt={readAt} />,
      width: '@2xl:w-42',
      skeletonWidth: 'w-20',
      narrow: 'second-line',
    },
    createdAtColumn({ narrow: 'third-line', narrowPrefix: 'Created', sorting }),
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
}

interface StatusProps {
  readonly invitation: Invitation;
  readonly readAt: Date;
}

/** An invitation whose time is over stays pending, and says so as well. */
function Status({ invitation: { status, expiresAt }, readAt }: StatusProps) {
  const { label, tone } = INVITATION_WORDS[status] ?? { label: status, tone: 'quiet' };
  return (
    <span className="flex items-center gap-3">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {status === 'pending' && new Date(expiresAt) <= readAt ? (
        <StatusBadge tone="bad">Expired</StatusBadge>
      ) : null}
    </span>
  );
}
