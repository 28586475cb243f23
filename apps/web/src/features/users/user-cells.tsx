import type { User } from '@halyard/contract/users';
import { formatCount } from '../../shared/format/format-number.ts';
import { initial } from '../../shared/format/initials.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { CopyableText } from '../../shared/ui/copyable-text.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { profileImageUrl } from './profile-image-url.ts';

interface UserNameProps {
  readonly user: User;
  readonly imageOrigins: readonly string[] | null;
}

export function UserName({ user, imageOrigins }: UserNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar
        letters={initial(user.name, user.email)}
        src={profileImageUrl(user.profileImageUrl, imageOrigins)}
      />
      {user.name.trim() ? (
        <bdi className="truncate font-medium" title={user.name}>
          {user.name}
        </bdi>
      ) : (
        <span className="text-ink-quiet">No name</span>
      )}
      {user.blockedAt ? <StatusBadge tone="bad">Blocked</StatusBadge> : null}
    </span>
  );
}

/** In a wide table its button keeps to the cell's end, out of the row's middle: a press there opens the row. */
export function UserEmail({ email }: { readonly email: string }) {
  return <CopyableText text={email} quiet className="text-ink-quiet @2xl:justify-between @max-2xl:pl-9.5" />;
}

export function MerchantCount({ count }: { readonly count: number }) {
  return (
    <span
      data-unit={count === 1 ? 'merchant' : 'merchants'}
      className={`tabular-nums ${count === 0 ? 'text-ink-quiet' : ''}`}
    >
      {formatCount(count)}
    </span>
  );
}
