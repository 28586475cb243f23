import type { Merchant } from '@halyard/contract/merchants';
import { CopyableText } from '../../shared/ui/copyable-text.tsx';
import type { Column } from '../../shared/ui/list/column.ts';
import { createdAtColumn } from '../../shared/ui/list/created-at-column.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { WebAddress } from '../../shared/ui/web-address.tsx';

export const MERCHANT_COLUMNS: readonly Column<Merchant>[] = [
  {
    header: 'Merchant Name',
    cell: ({ name }) => (
      <bdi translate="no" className="block truncate font-medium" title={name}>
        {name}
      </bdi>
    ),
    skeletonWidth: 'w-36',
    narrow: 'first-line',
  },
  {
    header: 'Website',
    cell: ({ website }) => <WebAddress address={website} />,
    skeletonWidth: 'w-40',
    narrow: 'second-line',
  },
  {
    header: 'Creator',
    cell: creator,
    skeletonWidth: 'w-48',
    narrow: 'whole-third-line',
  },
  createdAtColumn({ narrow: 'second-line-end' }),
  {
    header: 'Status',
    cell: merchantStatus,
    width: '@2xl:w-28',
    skeletonWidth: 'w-16',
    narrow: 'first-line-end',
  },
];

export function merchantStatus({ deletedAt }: Pick<Merchant, 'deletedAt'>) {
  return deletedAt ? (
    <StatusBadge tone="quiet">Deleted</StatusBadge>
  ) : (
    <StatusBadge tone="good">Active</StatusBadge>
  );
}

const CREATOR_EMAIL = 'text-ink-quiet text-sm @2xl:text-xs';

function creator({ creatorName, creatorEmail }: Merchant) {
  const name = creatorName?.trim() || 'Unknown';
  return (
    <span className="flex min-w-0 items-baseline gap-2 @2xl:block @2xl:leading-4">
      <bdi
        translate="no"
        className="block max-w-1/2 shrink-0 truncate text-sm @2xl:max-w-full @2xl:leading-4"
        title={name}
      >
        {name}
      </bdi>
      {creatorEmail?.trim() ? (
        <CopyableText text={creatorEmail} quiet className={CREATOR_EMAIL} />
      ) : (
        <span className={CREATOR_EMAIL}>—</span>
      )}
    </span>
  );
}
