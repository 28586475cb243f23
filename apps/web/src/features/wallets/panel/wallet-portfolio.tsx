import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { useApi } from '../../../domain/session/use-api.ts';
import { useNow } from '../../../shared/lib/use-now.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FittedFigure } from '../../../shared/ui/chart/fitted-figure.tsx';
import { SkeletonRows } from '../../../shared/ui/list/skeleton-rows.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { LongText } from '../../../shared/ui/long-text.tsx';
import { PanelSection } from '../../../shared/ui/panel-section.tsx';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import type { ListedPortfolio } from '../listed-wallet.ts';
import { useRefresh } from '../use-refresh.ts';
import { WalletTime } from '../wallet-time.tsx';
import { WALLETS_KEY } from '../wallets-key.ts';
import { WalletAssets } from './wallet-assets.tsx';
import type { WalletRecord } from './wallet-record.ts';

/** Age from which chain balances are marked as outdated. */
const OUTDATED_AFTER_MS = 60 * 60_000;

interface WalletPortfolioProps {
  readonly walletId: string;
  readonly wallet: WalletRecord;
  readonly read: UseQueryResult<WalletRecord>;
}

export function WalletPortfolio({ walletId, wallet, read }: WalletPortfolioProps) {
  const { portfolio } = wallet;
  const api = useApi();
  const queries = useQueryClient();
  const refresh = useRefresh(
    (options) => api.post('/wallets/:id/refresh', { params: { id: walletId }, ...options }),
    async () => {
      const { data, isError } = await read.refetch();
      return { isFinal: isError, asOf: data?.portfolio?.asOf ?? undefined };
    },
    () => void queries.invalidateQueries({ queryKey: [WALLETS_KEY, 'outbound'] }),
  );
  return (
    <PanelSection
      title="Portfolio"
      aside={
        <Button variant="quiet" busy={refresh.pending} onClick={() => refresh.run()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          Refresh
        </Button>
      }
    >
      {portfolio ? (
        <>
          <div className="grid gap-0.5">
            <p className="text-ink-quiet text-sm">Total Value</p>
            <FittedFigure size="md" value={totalOf(portfolio)} />
            <Provenance wallet={wallet} portfolio={portfolio} />
          </div>
          <WalletAssets blockchain={wallet.blockchain} portfolio={portfolio} />
        </>
      ) : (
        <NoPortfolio read={read} />
      )}
      <output className="text-ink-quiet text-sm empty:hidden">
        {refresh.timedOut ? 'Still waiting for the network.' : null}
      </output>
    </PanelSection>
  );
}

/** Inbound lists contain no balances, so these appear only after the wallet has loaded. */
function NoPortfolio({ read }: Pick<WalletPortfolioProps, 'read'>) {
  if (read.isPending) {
    return <SkeletonRows count={2} height="h-10" />;
  }
  return read.isError ? (
    <LoadError title="Couldn't load balances" read={read} />
  ) : (
    <p className="text-ink-quiet text-sm">No balances available for this wallet.</p>
  );
}

function totalOf({ totalValueUsd, error }: ListedPortfolio): string {
  if (totalValueUsd !== null) {
    return formatUsdValue(totalValueUsd);
  }
  return error === null ? 'No data' : 'Error loading';
}

interface ProvenanceProps {
  readonly wallet: WalletRecord;
  readonly portfolio: ListedPortfolio;
}

function Provenance({ wallet, portfolio }: ProvenanceProps) {
  const { error, isPartial, source, asOf } = portfolio;
  const isOutdated = useNow(
    (now) => source !== 'ledger' && asOf !== null && now.getTime() - Date.parse(asOf) > OUTDATED_AFTER_MS,
  );
  return (
    <div className="grid gap-1 text-ink-quiet text-sm">
      <p className="flex flex-wrap items-center gap-x-3">
        {isPartial ? <StatusBadge tone="warn">Partial</StatusBadge> : null}
        {isOutdated ? <StatusBadge tone="warn">Outdated</StatusBadge> : null}
        {source === 'ledger' ? <span>Based on recorded transactions</span> : null}
        {source !== 'ledger' && asOf !== null ? (
          <span>
            <span>{source === 'chain' ? 'From the chain, as of ' : 'As of '}</span>
            <WalletTime instant={asOf} withAge />
            {wallet.blockNumber === null ? null : (
              <>
                , block{' '}
                <bdi translate="no" className="tabular-nums">
                  {wallet.blockNumber}
                </bdi>
              </>
            )}
          </span>
        ) : null}
      </p>
      {isPartial && error === null ? <p>Some values are unavailable and not included in the total.</p> : null}
      {error === null ? null : (
        <p>
          <span className="text-bad">Couldn't load the latest values:</span> <LongText text={error} />
        </p>
      )}
    </div>
  );
}
