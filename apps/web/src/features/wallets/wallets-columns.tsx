import { shortenIdentifier } from '../../domain/audit-entry/shorten-identifier.ts';
import { ChangedAddress } from '../../domain/network/changed-address.tsx';
import { networkName } from '../../domain/network/network.ts';
import { NetworkAddress } from '../../domain/network/network-address.tsx';
import { NetworkIcon } from '../../domain/network/network-icon.tsx';
import { formatCount } from '../../shared/format/format-number.ts';
import type { Column } from '../../shared/ui/list/column.ts';
import type { ListedWallet } from './listed-wallet.ts';

export const NETWORK_COLUMN: Column<ListedWallet> = {
  header: 'Network',
  cell: ({ blockchain }) => (
    <span className="flex min-w-0 items-center gap-2.5 overflow-hidden whitespace-nowrap font-medium">
      <NetworkIcon blockchain={blockchain} />
      {networkName(blockchain)}
    </span>
  ),
  openerLabel: ({ blockchain, address, id }) =>
    `${networkName(blockchain)} ${shortenIdentifier(address || id)}`,
  width: '@2xl:w-36',
  skeletonWidth: 'w-24',
  narrow: 'first-line',
};

export const ADDRESS_COLUMN: Column<ListedWallet> = {
  header: 'Address',
  cell: ({ address, explorerUrl }) =>
    address === '' ? (
      <ChangedAddress />
    ) : (
      <NetworkAddress address={address} explorerUrl={explorerUrl} quiet className="@max-2xl:pl-8.5" />
    ),
  skeletonWidth: 'w-28',
  narrow: 'second-line',
};

export const TRANSACTIONS_COLUMN: Column<ListedWallet> = {
  header: 'Transactions',
  cell: ({ transactionCounts: { mainnet, testnet } }) => (
    <>
      <TransactionCount network="Mainnet" count={mainnet} />
      {testnet > 0 ? (
        <>
          {' '}
          <br />
          <TransactionCount network="Testnet" count={testnet} />
        </>
      ) : null}
    </>
  ),
  width: '@2xl:w-40',
  skeletonWidth: 'w-24',
  align: 'end',
  narrow: 'first-line-end',
  className: 'text-sm tabular-nums @2xl:whitespace-nowrap @2xl:leading-4',
};

interface TransactionCountProps {
  readonly network: 'Mainnet' | 'Testnet';
  readonly count: number;
}

function TransactionCount({ network, count }: TransactionCountProps) {
  return (
    <>
      <span className="text-ink-quiet">{network}</span> <span translate="no">{formatCount(count)}</span>
    </>
  );
}
