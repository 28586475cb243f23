import { CircleAlert } from 'lucide-react';
import { AMOUNT_DECIMALS, formatAmount } from '../../../domain/amount/format-amount.ts';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { LongFigure } from '../../../domain/amount/long-figure.tsx';
import { DoubtfulFigure } from '../doubtful-figure.tsx';
import { Explained } from '../explained.tsx';
import type { ListedPortfolio, ListedWallet } from '../listed-wallet.ts';

const ERROR_LENGTH_MAX = 160;

export function NativeBalance({ portfolio }: Pick<ListedWallet, 'portfolio'>) {
  const native = portfolio?.native;
  if (!native || native.balance === null) {
    return (
      <span className="text-sm">
        <Unavailable portfolio={portfolio} />
      </span>
    );
  }
  return (
    <span className="ml-auto block max-w-[55cqi] tabular-nums @2xl:leading-4">
      <span className="block @2xl:@max-4xl:text-sm @2xl:leading-4">
        <DoubtfulFigure doubt={stalenessOf(portfolio)}>
          <LongFigure text={formatAmount(native.balance, AMOUNT_DECIMALS.native)} />
        </DoubtfulFigure>{' '}
        <bdi className="text-ink-quiet text-sm @2xl:@max-4xl:text-xs @2xl:leading-4">{native.symbol}</bdi>
      </span>
      <span className="block text-ink-quiet text-xs">
        {native.valueUsd === null ? <Unavailable portfolio={portfolio} /> : formatUsdValue(native.valueUsd)}
      </span>
    </span>
  );
}

export function TotalValue({ portfolio }: Pick<ListedWallet, 'portfolio'>) {
  if (!portfolio || portfolio.totalValueUsd === null) {
    return (
      <span className="text-sm">
        <Unavailable portfolio={portfolio} />
      </span>
    );
  }
  const doubt =
    stalenessOf(portfolio) ?? (portfolio.isPartial ? 'Part of this value is unavailable.' : undefined);
  return (
    <span className="font-medium tabular-nums @2xl:@max-4xl:text-sm">
      <DoubtfulFigure doubt={doubt}>
        <LongFigure text={formatUsdValue(portfolio.totalValueUsd)} />
      </DoubtfulFigure>
    </span>
  );
}

/** Stands for an amount that is not known. */
function Unavailable({ portfolio }: Pick<ListedWallet, 'portfolio'>) {
  const error = portfolio?.error ?? null;
  if (error === null) {
    return <span className="text-ink-quiet">No data</span>;
  }
  return (
    <Explained explanation={<bdi>{shortError(error)}</bdi>} className="whitespace-nowrap">
      <CircleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.15em] text-bad" />
      Error loading
    </Explained>
  );
}

/** Why what is shown is not the newest: the last known balances stay where newer ones could not be had. */
function stalenessOf(portfolio: ListedPortfolio | null | undefined): string | undefined {
  return portfolio?.error ? `Outdated: ${shortError(portfolio.error)}` : undefined;
}

function shortError(error: string): string {
  return error.length > ERROR_LENGTH_MAX ? `${error.slice(0, ERROR_LENGTH_MAX)}…` : error;
}
