import { useQuery } from '@tanstack/react-query';
import { Mail, UserPlus } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { EmptyListHelp } from '../../domain/getting-started/empty-list-help.tsx';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { creationSorting } from '../../shared/list/sorting.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { INVITATION_COLUMNS } from './invitation-columns.tsx';
import { invitationsQuery } from './invitations-queries.ts';
import type { InvitationsSearch } from './invitations-search.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { StatusFilter } from './status-filter.tsx';

interface InvitationsPageProps {
  readonly state: InvitationsSearch;
  readonly onChange: (state: InvitationsSearch) => void;
}

export function InvitationsPage(props: InvitationsPageProps) {
  const [inviting, setInviting] = useState(false);
  const invite = useCallback(() => setInviting(true), []);
  return (
    <>
      <InvitationList {...props} onInvite={invite} />
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </>
  );
}

interface InvitationListProps extends InvitationsPageProps {
  readonly onInvite: () => void;
}

/** Memoized, because rerendering the list would delay the click that opens the dialog. */
const InvitationList = memo(function InvitationList({ state, onChange, onInvite }: InvitationListProps) {
  const { status, invitation, sort, page } = state;
  const invitations = useQuery(invitationsQuery(useApi(), state));
  const total = invitations.data?.totalCount;

  return (
    <>
      <ListHeader
        title={SCREEN_HEADINGS['/invitations']}
        total={total}
        actions={
          <>
            <ExportButton
              request={{ of: 'invitations', status }}
              total={invitation === undefined ? total : undefined}
              narrowedBy={status && `with the status “${status}”`}
            />
            <Button onClick={onInvite}>
              <UserPlus className="size-4" />
              Invite User
            </Button>
          </>
        }
      >
        {invitation === undefined ? (
          <StatusFilter status={status} onChange={(chosen) => onChange({ status: chosen, sort })} />
        ) : (
          <Button variant="secondary" disabled={total === 0} onClick={() => onChange({ sort })}>
            Show all invitations
          </Button>
        )}
      </ListHeader>
      <ListBody
        noun="invitations"
        result={invitations}
        columns={INVITATION_COLUMNS}
        sorting={creationSorting(sort, (order) => onChange({ status, sort: order }))}
        rowKey={({ id }) => id}
        page={page}
        onPage={(target) => onChange({ ...state, page: target })}
        icon={<Mail />}
        empty={{
          title: 'No invitations yet',
          hint: 'Invite users to join the platform',
          action: <Button onClick={onInvite}>Send First Invitation</Button>,
          help: <EmptyListHelp list="invitations" />,
        }}
        noMatch={
          (status ?? invitation)
            ? {
                title: 'No invitations found',
                hint: invitation === undefined ? 'No invitations with this status' : 'It no longer exists',
                clearLabel: 'Show all invitations',
                onClear: () => onChange({ sort }),
              }
            : undefined
        }
      />
    </>
  );
});
