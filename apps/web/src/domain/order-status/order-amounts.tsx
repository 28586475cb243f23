import { AMOUNT_DECIMALS } from '@halyard/contract/constants';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { AmountText } from '../amount/amount-text.tsx';
import { isStablecoin } from '../network/asset.ts';
import { labelOf, toneOf } from '../transaction/transaction-labels.ts';
import { ORDER_STATUS_LABELS } from './order-status-labels.ts';

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

export function OrderStatusBadge({ status }: { readonly status: string }) {
  return (
    <StatusBadge tone={toneOf(ORDER_STATUS_LABELS, status)}>
      {labelOf(ORDER_STATUS_LABELS, status)}
    </StatusBadge>
  );
}
