import type { User } from '@halyard/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { RecordSlideOver } from '../../shared/ui/overlay/record-slide-over.tsx';
import { userQuery } from './users-queries.ts';
import type { UserTab } from './users-search.ts';

export const loadUserPanel = () => import('./user-panel.tsx').then(({ UserPanel }) => UserPanel);

interface UserSlideOverProps {
  readonly id: string;
  readonly uuid: string | undefined;
  /** The user's row in the list, shown until the user has loaded. */
  readonly listed: User | undefined;
  readonly tab: UserTab;
  /** `kind` limits the timeline to one kind of event. */
  readonly onTab: (tab: UserTab, kind?: string) => void;
  readonly timeline: string | undefined;
  readonly onClose: () => void;
}

export function UserSlideOver({ id, uuid, listed, onClose, ...rest }: UserSlideOverProps) {
  const read = useQuery({ ...userQuery(useApi(), uuid ?? '', listed), enabled: uuid !== undefined });
  const user = read.data ?? listed;
  return (
    <RecordSlideOver
      id={id}
      label={user?.blockedAt ? 'Blocked User' : 'User Management'}
      record={uuid}
      load={loadUserPanel}
      onClose={onClose}
    >
      {(Panel, shown) => (
        <Panel key={shown} uuid={shown} user={user} read={read} onClose={onClose} {...rest} />
      )}
    </RecordSlideOver>
  );
}
