import { AMOUNT_DECIMALS } from '@halyard/contract/constants';
import { isStablecoin } from '../network/asset.ts';
import { AmountText } from './amount-text.tsx';

interface CurrencyAmountProps {
  readonly amount: string | number | null;
  readonly currency: string;
}

export function CurrencyAmount({ amount, currency }: CurrencyAmountProps) {
  return amount === null ? (
    <span className="text-ink-quiet">—</span>
  ) : (
    <AmountText
      value={amount}
      decimals={isStablecoin(currency) ? AMOUNT_DECIMALS.token : undefined}
      unit={currency}
    />
  );
}
