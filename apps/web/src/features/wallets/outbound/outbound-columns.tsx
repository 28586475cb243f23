import type { Column } from '../../../shared/ui/list/column.ts';
import type { ListedWallet } from '../listed-wallet.ts';
import { ADDRESS_COLUMN, NETWORK_COLUMN, TRANSACTIONS_COLUMN } from '../wallets-columns.tsx';
import { NativeBalance, TotalValue } from './outbound-amounts.tsx';
import { TokenCount } from './outbound-tokens.tsx';

export const OUTBOUND_COLUMNS: readonly Column<ListedWallet>[] = [
  NETWORK_COLUMN,
  ADDRESS_COLUMN,
  {
    header: 'Native Balance',
    cell: ({ portfolio }) => <NativeBalance portfolio={portfolio} />,
    skeletonWidth: 'w-28',
    align: 'end',
    narrow: 'third-line-end',
  },
  {
    header: 'Tokens',
    cell: ({ blockchain, portfolio }) => <TokenCount blockchain={blockchain} portfolio={portfolio} />,
    width: '@2xl:w-18',
    skeletonWidth: 'w-6',
    align: 'end',
    narrow: 'second-line-end',
    hides: 'second',
  },
  {
    header: 'Total Value',
    cell: ({ portfolio }) => <TotalValue portfolio={portfolio} />,
    skeletonWidth: 'w-24',
    align: 'end',
    narrow: 'first-line-end',
  },
  {
    ...TRANSACTIONS_COLUMN,
    cell: (wallet) => <span className="block @max-2xl:pl-8.5">{TRANSACTIONS_COLUMN.cell(wallet)}</span>,
    narrow: 'third-line',
    hides: 'first',
  },
];
