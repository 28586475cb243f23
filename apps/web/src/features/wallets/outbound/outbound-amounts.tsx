import { AMOUNT_DECIMALS } from '@halyard/contract/constants';
import { CircleAlert } from 'lucide-react';
import { formatAmount } from '../../../domain/amount/format-amount.ts';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { WrappableNumber } from '../../../domain/amount/wrappable-number.tsx';
import type { ListedPortfolio, ListedWallet } from '../listed-wallet.ts';
import { QualifiedValue } from '../qualified-value.tsx';
import { WithTooltip } from '../with-tooltip.tsx';

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
        <QualifiedValue warning={stalenessOf(portfolio)}>
          <WrappableNumber text={formatAmount(native.balance, AMOUNT_DECIMALS.native)} />
        </QualifiedValue>{' '}
        <bdi translate="no" className="text-ink-quiet text-sm @2xl:@max-4xl:text-xs @2xl:leading-4">
          {native.symbol}
        </bdi>
      </span>
      <span className="block text-ink-quiet text-xs">
        {native.valueUsd === null ? (
          <Unavailable portfolio={portfolio} />
        ) : (
          <WrappableNumber text={formatUsdValue(native.valueUsd)} />
        )}
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
  const warning =
    stalenessOf(portfolio) ?? (portfolio.isPartial ? 'Part of this value is unavailable.' : undefined);
  return (
    <span className="font-medium tabular-nums @2xl:@max-4xl:text-sm">
      <QualifiedValue warning={warning}>
        <WrappableNumber text={formatUsdValue(portfolio.totalValueUsd)} />
      </QualifiedValue>
    </span>
  );
}

function Unavailable({ portfolio }: Pick<ListedWallet, 'portfolio'>) {
  const error = portfolio?.error ?? null;
  if (error === null) {
    return <span className="text-ink-quiet">No data</span>;
  }
  return (
    <WithTooltip tooltip={<bdi>{shortError(error)}</bdi>} className="whitespace-nowrap">
      <CircleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.15em] text-bad" />
      Error loading
    </WithTooltip>
  );
}

function stalenessOf(portfolio: ListedPortfolio | null | undefined): string | undefined {
  return portfolio?.error ? `Outdated: ${shortError(portfolio.error)}` : undefined;
}

function shortError(error: string): string {
  return error.length > ERROR_LENGTH_MAX ? `${error.slice(0, ERROR_LENGTH_MAX)}…` : error;
}
