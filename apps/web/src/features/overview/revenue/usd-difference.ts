import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';

const DECIMALS = 18;

export interface UsdDifference {
  /** `$1,234.00`; empty if the amounts are the same. */
  readonly size: string;
  readonly words: 'more than' | 'less than' | 'the same as';
}

/** Compares two exact amounts. */
export function usdDifference(now: string, before: string): UsdDifference {
  const difference = scaled(now) - scaled(before);
  if (difference === 0n) {
    return { size: '', words: 'the same as' };
  }
  const digits = String(difference < 0n ? -difference : difference).padStart(DECIMALS + 1, '0');
  const size = formatUsdValue(`${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`);
  return { size, words: difference > 0n ? 'more than' : 'less than' };
}

/** Returns a decimal as a whole number of its smallest unit. 0 for other text. */
function scaled(decimal: string): bigint {
  const [, whole = '0', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
}
