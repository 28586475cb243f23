import { MOBILE_BREAKPOINT_PX } from '@halyard/contract/constants';
import type { User } from '@halyard/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { useLateComponent } from '../../shared/lib/use-late-component.ts';
import { useMediaQuery } from '../../shared/lib/use-media-query.ts';
import { AwaitedPanel } from '../../shared/ui/awaited-panel.tsx';
import { SlideOver } from '../../shared/ui/slide-over.tsx';
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
  const isNarrow = useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);
  const { Component: Panel, ...awaited } = useLateComponent(loadUserPanel, uuid !== undefined);
  const title = user?.blockedAt ? 'Blocked User' : 'User Management';
  return (
    <SlideOver
      id={id}
      open={uuid !== undefined}
      onClose={onClose}
      label={title}
      side="right"
      modal={isNarrow}
      className="w-full md:w-[32rem]"
    >
      {Panel && uuid !== undefined ? (
        <Panel key={uuid} uuid={uuid} user={user} read={read} tab={tab} onTab={onTab} onClose={onClose} />
      ) : (
        <AwaitedPanel title={title} onClose={onClose} {...awaited} />
      )}
    </SlideOver>
  );
}
