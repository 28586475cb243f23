import type { User } from '@halyard/contract/users';
import { formatCount } from '../../shared/format/format-number.ts';
import { initial } from '../../shared/format/initials.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { CopyableText } from '../../shared/ui/copyable-text.tsx';
import type { Column } from '../../shared/ui/list/column.ts';
import { createdAtColumn } from '../../shared/ui/list/created-at-column.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { profileImageUrl } from './profile-image-url.ts';

/** Returns the list's columns. @param imageOrigins allowed origins of profile images; null allows every origin */
export function userColumns(imageOrigins: readonly string[] | null): readonly Column<User>[] {
  return [
    {
      header: 'Name',
      cell: ({ name, email, profileImageUrl: image, blockedAt, deletedAt }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar letters={initial(name, email)} src={profileImageUrl(image, imageOrigins)} />
          {name.trim() ? (
            <bdi translate="no" className="truncate font-medium" title={name}>
              {name}
            </bdi>
          ) : (
            <span className="text-ink-quiet">No name</span>
          )}
          {deletedAt ? <StatusBadge tone="quiet">Deleted</StatusBadge> : null}
          {blockedAt && !deletedAt ? <StatusBadge tone="bad">Blocked</StatusBadge> : null}
        </span>
      ),
      skeletonWidth: 'w-44',
      narrow: 'first-line',
    },
    {
      header: 'Email',
      cell: ({ email }) => (
        <CopyableText
          text={email}
          quiet
          className="text-ink-quiet @max-2xl:pl-9.5 @max-2xl:*:whitespace-normal @max-2xl:*:[overflow-wrap:anywhere]"
        />
      ),
      // Keeps the copy button away from the middle of the row, where many people click.
      width: '@2xl:w-[28%]',
      skeletonWidth: 'w-56',
      narrow: 'second-line',
    },
    {
      header: 'Merchants',
      cell: ({ merchantCount }) => (
        <span
          translate="no"
          data-unit={merchantCount === 1 ? 'merchant' : 'merchants'}
          className={`tabular-nums ${merchantCount === 0 ? 'text-ink-quiet' : ''}`}
        >
          {formatCount(merchantCount)}
        </span>
      ),
      width: '@2xl:w-28',
      skeletonWidth: 'w-6',
      align: 'end',
      narrow: 'first-line-end',
    },
    createdAtColumn({ narrow: 'second-line-end' }),
  ];
}
