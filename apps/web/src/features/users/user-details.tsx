import type { User } from '@halyard/contract/users';
import { useQuery } from '@tanstack/react-query';
import { OpenExceptionsLink } from '../../domain/exceptions/open-exceptions-link.tsx';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { initial } from '../../shared/format/initials.ts';
import { useTrueFor } from '../../shared/lib/use-true-for.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { CopyableText } from '../../shared/ui/copyable-text.tsx';
import { Fact } from '../../shared/ui/fact-list.tsx';
import { LongText } from '../../shared/ui/long-text.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { BlockedBanner } from './blocked-banner.tsx';
import { profileImageUrl } from './profile-image-url.ts';
import type { UserSettingsState } from './use-user-settings.ts';
import { UserLinks } from './user-links.tsx';
import { UserMerchants } from './user-merchants.tsx';
import { userMerchantsQuery } from './user-panel-queries.ts';
import { UserSettingsForm, UserSettingsSkeleton } from './user-settings-form.tsx';

/** Maximum time that the settings wait for the merchants, whose deleted ones are not counted and would shift them. */
const MERCHANTS_WAIT_MS = 2_000;

interface UserDetailsProps {
  readonly uuid: string;
  readonly user: User | undefined;
  readonly settings: UserSettingsState;
  /** Connects the form with its submit button in the footer. */
  readonly formId: string;
  /** Called after an invalid submit, to open the form's tab. */
  readonly onInvalid: () => void;
}

export function UserDetails({ uuid, user, settings, formId, onInvalid }: UserDetailsProps) {
  const merchants = useQuery(userMerchantsQuery(useApi(), uuid));
  const waitIsOver = useTrueFor(merchants.isPending, MERCHANTS_WAIT_MS);
  return (
    // The key swaps the whole skeleton at once, so that nothing shifts.
    <div key={user ? 'known' : 'loading'} className="grid gap-7">
      {user?.blockedAt ? (
        <BlockedBanner uuid={uuid} reason={user.blockedReason} blockedAt={user.blockedAt} />
      ) : null}
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        <Fact name="UUID">
          <CopyableText text={user?.uuid ?? uuid} monospaced />
        </Fact>
        <Fact name="Name">{user ? <Name name={user.name} /> : <ValueSkeleton />}</Fact>
        <Fact name="Email">{user ? <CopyableText text={user.email} /> : <ValueSkeleton />}</Fact>
        <Fact name="Created At">{user ? <Timestamp instant={user.createdAt} /> : <ValueSkeleton />}</Fact>
        {user?.profileImageUrl ? (
          <Fact name="Profile Image">
            <ProfileImage user={user} />
          </Fact>
        ) : null}
        {user ? <UserLinks user={user} /> : null}
        <OpenExceptionsLink of={{ userUuid: uuid }}>
          {(link) => <Fact name="Exceptions">{link}</Fact>}
        </OpenExceptionsLink>
      </dl>
      <UserMerchants query={merchants} count={user?.merchantCount} />
      {merchants.isPending && !waitIsOver ? (
        <UserSettingsSkeleton />
      ) : (
        <UserSettingsForm settings={settings} formId={formId} onInvalid={onInvalid} />
      )}
    </div>
  );
}

function Name({ name }: { readonly name: string }) {
  return name.trim() === '' ? <span className="text-ink-quiet">No name</span> : <LongText text={name} />;
}

function ProfileImage({ user }: { readonly user: User }) {
  const { imageOrigins } = useRuntimeSettings();
  return (
    <Avatar
      size="lg"
      letters={initial(user.name, user.email)}
      src={profileImageUrl(user.profileImageUrl, imageOrigins)}
    />
  );
}

function ValueSkeleton() {
  return <Skeleton className="h-4 w-44" />;
}
