import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Wallet } from 'lucide-react';
import { EmptyListHelp } from '../../../domain/getting-started/empty-list-help.tsx';
import { useApi } from '../../../domain/session/use-api.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FoundCount } from '../../../shared/ui/list/found-count.tsx';
import { ListBody } from '../../../shared/ui/list/list-body.tsx';
import { PrintedFilters } from '../../../shared/ui/list/printed-filters.tsx';
import type { RowOpening } from '../../../shared/ui/list/row-opening.ts';
import { LedgerFilter, printedLedger } from '../ledger-filter.tsx';
import type { ListedWallet } from '../listed-wallet.ts';
import { isWalletQuery } from '../panel/wallet-queries.ts';
import { useRefresh } from '../use-refresh.ts';
import type { OutboundPage } from '../wallets-queries.ts';
import type { WalletsSearch } from '../wallets-search.ts';
import { OUTBOUND_COLUMNS } from './outbound-columns.tsx';
import { OutboundTotal } from './outbound-total.tsx';

interface OutboundWalletsProps {
  readonly state: WalletsSearch;
  readonly onChange: (state: WalletsSearch) => void;
  readonly result: UseQueryResult<OutboundPage>;
  /** All outbound wallets, for the total. */
  readonly all: UseQueryResult<OutboundPage>;
  readonly comparesLedger: boolean;
  readonly opening: RowOpening<ListedWallet>;
}

const isFailed = ({ isError, data }: UseQueryResult<OutboundPage>) => isError && data === undefined;

export function OutboundWallets(props: OutboundWalletsProps) {
  const { state, onChange, result, all, comparesLedger, opening } = props;
  const { page, ledger } = state;
  const refresh = useOutboundRefresh(props);
  const filterBy = (verdict: WalletsSearch['ledger']) =>
    onChange({ ...state, page: undefined, ledger: verdict });
  return (
    <>
      {isFailed(result) && ledger === undefined ? null : (
        <OutboundTotal
          summary={all.data?.summary}
          failed={isFailed(all)}
          timedOut={refresh.timedOut}
          actions={
            <>
              {comparesLedger ? <LedgerFilter ledger={ledger} onChange={filterBy} /> : null}
              <PrintedFilters filters={printedLedger(ledger)} />
              <Button variant="secondary" busy={refresh.pending} onClick={() => refresh.run()}>
                <RefreshCw aria-hidden="true" className="size-4" />
                Refresh
              </Button>
            </>
          }
        />
      )}
      <FoundCount count={result.data?.totalCount} noun="outbound wallet" />
      <ListBody
        noun="outbound wallets"
        result={result}
        columns={OUTBOUND_COLUMNS}
        rowKey={({ id }) => id}
        page={page}
        onPage={(target) => onChange({ ...state, page: target })}
        icon={<Wallet />}
        empty={{
          title: 'No outbound wallets',
          hint: 'They will appear here once the platform adds them',
          help: <EmptyListHelp list="outbound" />,
        }}
        noMatch={
          ledger
            ? {
                title: 'No wallets found',
                hint: 'No outbound wallets match this filter',
                clearLabel: 'Clear filters',
                onClear: () => filterBy(undefined),
              }
            : undefined
        }
        opening={opening}
      />
    </>
  );
}

function useOutboundRefresh({ state, result, all }: OutboundWalletsProps) {
  const api = useApi();
  const queries = useQueryClient();
  return useRefresh(
    (options) => api.post('/wallets/outbound/refresh', options),
    async () => {
      const { data, isError } = await all.refetch();
      if (state.ledger !== undefined) {
        await result.refetch();
      }
      return { isFinal: isError || data?.totalCount === 0, asOf: data?.summary.asOf };
    },
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => isWalletQuery(queryKey) }),
  );
}
