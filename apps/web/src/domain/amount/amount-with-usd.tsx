import type { Amount } from './amount.ts';
import { CurrencyAmount } from './currency-amount.tsx';
import { formatUsdValue } from './format-usd-value.ts';
import { WrappableNumber } from './wrappable-number.tsx';

interface AmountWithUsdProps {
  readonly amount: Amount | null;
  readonly currency: string;
  readonly usd: Amount | null;
}

/** An amount in a table, with its value in USD below. */
export function AmountWithUsd({ amount, currency, usd }: AmountWithUsdProps) {
  return (
    <span className="block [overflow-wrap:anywhere] @max-2xl:max-w-44 @2xl:leading-4">
      <CurrencyAmount amount={amount} currency={currency} />
      <span translate="no" className="block text-ink-quiet text-sm tabular-nums @2xl:text-xs @2xl:leading-4">
        {usd === null ? '—' : <WrappableNumber text={formatUsdValue(usd)} />}
      </span>
    </span>
  );
}
