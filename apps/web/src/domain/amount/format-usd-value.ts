import { AMOUNT_DECIMALS } from '@halyard/contract/constants';
import { formatAmount } from './format-amount.ts';

/** Formats US dollars with two decimals: `$1,234.50`, or `<$0.01` below a cent. */
export function formatUsdValue(value: string | number): string {
  const formatted = formatAmount(value, AMOUNT_DECIMALS.usd);
  return /^[<>-]*\d/.test(formatted) ? formatted.replace(/\d/, '$$$&') : formatted;
}
