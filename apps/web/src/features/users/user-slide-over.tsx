import type { User } from '@halyard/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { RecordSlideOver } from '../../shared/ui/overlay/record-slide-over.tsx';
import { loadUserPanel } from './load-user-panel.ts';
import { userQuery } from './user-queries.ts';
import type { UserTab } from './user-tab.ts';

interface UserSlideOverProps {
  readonly id: string;
  /** Whose panel is open; undefined while none is. */
  readonly uuid: string | undefined;
  /** What the list knows of the user. */
  readonly listed: User | undefined;
  readonly tab: UserTab;
  readonly onTab: (tab: UserTab) => void;
  readonly onClose: () => void;
}

/** The place of a user's panel: beside the list, which stays in use, and over it on phones. */
export function UserSlideOver({ id, uuid, listed, tab, onTab, onClose }: UserSlideOverProps) {
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
        <Panel key={shown} uuid={shown} user={user} read={read} tab={tab} onTab={onTab} onClose={onClose} />
      )}
    </RecordSlideOver>
  );
}
