import type { UseQueryResult } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { EmptyListHelp } from '../../../domain/getting-started/empty-list-help.tsx';
import type { ListPage } from '../../../shared/list/list-page.ts';
import { FoundCount } from '../../../shared/ui/list/found-count.tsx';
import { ListBody } from '../../../shared/ui/list/list-body.tsx';
import type { RowOpening } from '../../../shared/ui/list/row-opening.ts';
import type { ListedWallet } from '../listed-wallet.ts';
import type { WalletsSearch } from '../wallets-search.ts';
import { INBOUND_COLUMNS } from './inbound-columns.tsx';
import { InboundFilters } from './inbound-filters.tsx';

interface InboundWalletsProps {
  readonly state: WalletsSearch;
  readonly result: UseQueryResult<ListPage<ListedWallet>>;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: WalletsSearch, options?: { readonly replace: boolean }) => void;
  readonly comparesLedger: boolean;
  readonly opening: RowOpening<ListedWallet>;
}

export function InboundWallets({ state, result, onChange, comparesLedger, opening }: InboundWalletsProps) {
  const { page, search, network, ledger } = state;
  const filterBy = (to: Pick<WalletsSearch, 'search' | 'network' | 'ledger'>, replace: boolean) =>
    onChange({ ...state, page: undefined, ...to }, { replace });

  return (
    <>
      <InboundFilters
        state={state}
        comparesLedger={comparesLedger}
        onSearch={(text) => filterBy({ search: text || undefined }, search !== undefined && text !== '')}
        onFilter={(filters) => filterBy(filters, false)}
      />
      <FoundCount count={result.data?.totalCount} noun="inbound wallet" />
      <ListBody
        noun="inbound wallets"
        result={result}
        columns={INBOUND_COLUMNS}
        rowKey={({ id }) => id}
        page={page}
        onPage={(target) => onChange({ ...state, page: target })}
        icon={<Wallet />}
        empty={{
          title: 'No inbound wallets',
          hint: 'They will appear here once the platform adds them',
          help: <EmptyListHelp list="inbound" />,
        }}
        noMatch={
          (search ?? network ?? ledger)
            ? {
                title: 'No wallets found',
                hint: 'Try another address or remove some filters',
                clearLabel: 'Show all wallets',
                onClear: () => filterBy({ search: undefined, network: undefined, ledger: undefined }, false),
              }
            : undefined
        }
        opening={opening}
      />
    </>
  );
}
