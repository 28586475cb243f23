import type { Column } from '../../../shared/ui/list/column.ts';
import type { ListedWallet } from '../listed-wallet.ts';
import { WalletTime } from '../wallet-time.tsx';
import { ADDRESS_COLUMN, NETWORK_COLUMN, TRANSACTIONS_COLUMN } from '../wallets-columns.tsx';

export const INBOUND_COLUMNS: readonly Column<ListedWallet>[] = [
  NETWORK_COLUMN,
  ADDRESS_COLUMN,
  {
    header: 'Created',
    cell: ({ createdAt }) => <WalletTime instant={createdAt} />,
    width: '@2xl:w-44',
    skeletonWidth: 'w-32',
    align: 'end',
    narrow: 'second-line-end',
  },
  TRANSACTIONS_COLUMN,
];
