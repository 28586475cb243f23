import type { User } from '@halyard/contract/users';
import type { Column } from '../../shared/ui/data-table.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { MerchantCount, UserEmail, UserName } from './user-cells.tsx';

/** @param imageOrigins where profile images may come from; null allows every origin. */
export function userColumns(imageOrigins: readonly string[] | null): readonly Column<User>[] {
  return [
    {
      header: 'Name',
      cell: (user) => <UserName user={user} imageOrigins={imageOrigins} />,
      skeletonWidth: 'w-44',
      narrow: 'first-line',
    },
    {
      header: 'Email',
      cell: (user) => <UserEmail email={user.email} />,
      skeletonWidth: 'w-56',
      narrow: 'second-line',
    },
    {
      header: 'Merchants',
      cell: (user) => <MerchantCount count={user.merchantCount} />,
      width: 'w-28',
      skeletonWidth: 'w-6',
      align: 'end',
      narrow: 'first-line-end',
    },
    {
      header: 'Created At',
      cell: (user) => <Timestamp instant={user.createdAt} />,
      width: 'w-36',
      skeletonWidth: 'w-24',
      align: 'end',
      narrow: 'second-line-end',
    },
  ];
}
