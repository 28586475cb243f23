import { TIMELINE } from '@halyard/contract/runtime-settings';
import type { User } from '@halyard/contract/users';
import type { UseQueryResult } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { timelineTab } from '../../domain/timeline/timeline-tab.tsx';
import { useLeaveGuard } from '../../shared/lib/use-leave-guard.ts';
import { Button } from '../../shared/ui/button.tsx';
import { LazyTab } from '../../shared/ui/lazy-tab.tsx';
import { SlideOverTitle } from '../../shared/ui/overlay/slide-over-title.tsx';
import { UnsavedChangesDialog } from '../../shared/ui/overlay/unsaved-changes-dialog.tsx';
import { RecordLoadError } from '../../shared/ui/record-load-error.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { FeePreviewNote } from './fee-preview-note.tsx';
import { type UserSettingsState, useUserSettings } from './use-user-settings.ts';
import { UserActions } from './user-actions.tsx';
import { UserDetails } from './user-details.tsx';
import type { UserTab } from './users-search.ts';

const loadActivity = () => import('./user-activity.tsx').then(({ UserActivity }) => UserActivity);

interface UserPanelProps {
  readonly uuid: string;
  readonly user: User | undefined;
  readonly read: UseQueryResult<User>;
  readonly tab: UserTab;
  /** `kind` limits the timeline to one kind of event. */
  readonly onTab: (tab: UserTab, kind?: string) => void;
  readonly timeline: string | undefined;
  readonly onClose: () => void;
}

/** Keeps unsaved input across tabs and asks for confirmation before discarding it. */
export function UserPanel(props: UserPanelProps) {
  const { uuid, user, read, onClose } = props;
  const settings = useUserSettings(uuid);
  const { question } = settings;
  const [reason, setReason] = useState('');
  const [blocking, setBlocking] = useState(false);
  const formId = useId();
  const hasReason = reason.trim() !== '' && !blocking && !user?.blockedAt;
  const guard = useLeaveGuard((settings.changed && !settings.saving) || hasReason, leavesUser);

  return (
    <>
      <SlideOverTitle
        title={user?.blockedAt ? 'Blocked User' : 'User Management'}
        onClose={onClose}
        closesBelow
      >
        <p className="min-h-5 truncate text-ink-quiet text-sm">
          {user ? (
            <bdi translate="no" title={user.email}>
              {user.email}
            </bdi>
          ) : null}
        </p>
      </SlideOverTitle>
      {!user && read.isError ? (
        <div className="flex-1">
          <RecordLoadError noun="user" icon={<UserX />} read={read} />
        </div>
      ) : (
        <UserTabs
          {...props}
          settings={settings}
          formId={formId}
          actions={
            user ? (
              <UserActions user={user} reason={reason} onReason={setReason} onBlocking={setBlocking} />
            ) : null
          }
        />
      )}
      <div
        data-panel-buttons=""
        className="flex shrink-0 flex-wrap items-end justify-end gap-2 border-line border-t px-(--gutter) py-3"
      >
        <FeePreviewNote uuid={uuid} rate={settings.newFeeRate} />
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button
          type="submit"
          form={formId}
          variant={settings.changed ? 'primary' : 'secondary'}
          disabled={!settings.changed}
          keepsFocus
          busy={settings.saving}
        >
          Save Settings
        </Button>
      </div>
      {question ? (
        <question.ConflictDialog
          conflict={question.conflict}
          wanted={question.wanted}
          onAnswer={(answer) => void question.resolve(question.conflict, answer)}
        />
      ) : null}
      {guard.answer ? <UnsavedChangesDialog onAnswer={guard.answer} /> : null}
    </>
  );
}

interface UserTabsProps extends UserPanelProps {
  readonly settings: UserSettingsState;
  readonly formId: string;
  readonly actions: ReactNode;
}

function UserTabs(props: UserTabsProps) {
  const { uuid, user, tab, onTab, timeline, settings, formId, actions } = props;
  const hasTimeline = useRuntimeSettings().screens?.includes(TIMELINE) ?? false;
  const details = (
    <UserDetails
      uuid={uuid}
      user={user}
      settings={settings}
      formId={formId}
      onInvalid={() => tab === 'details' || onTab('details')}
    />
  );
  return (
    <Tabs<UserTab>
      label="User"
      value={tab === 'timeline' && !hasTimeline ? 'details' : tab}
      onChange={(chosen) => onTab(chosen)}
      tabs={[
        { value: 'details', label: 'Details', kept: true, content: details },
        {
          value: 'activity',
          label: 'Activity',
          content: <LazyTab noun="activity" load={loadActivity} props={{ uuid }} />,
        },
        { value: 'actions', label: 'Actions', content: actions },
        ...(hasTimeline
          ? [
              timelineTab({
                owner: { type: 'users', uuid },
                kind: timeline,
                onKind: (kind) => onTab('timeline', kind),
              }),
            ]
          : []),
      ]}
    />
  );
}

interface UrlPlace {
  readonly pathname: string;
  readonly search: string;
}

function leavesUser(from: UrlPlace, to: UrlPlace): boolean {
  return from.pathname !== to.pathname || uuidInUrl(from) !== uuidInUrl(to);
}

function uuidInUrl({ search }: UrlPlace): string | null {
  return new URLSearchParams(search).get('user');
}
