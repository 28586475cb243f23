import { kept } from '../../shared/lib/kept.ts';

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

const DECIMALS_MAX = 8;

const amountFormat = kept(
  (decimals: number | undefined) =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: decimals ?? DECIMALS_MAX,
      signDisplay: 'negative',
    }),
);

/** What section 9 of the specification shows of each kind of amount. */
export const AMOUNT_DECIMALS = { native: 4, token: 2, usd: 2, networkFee: 6 } as const;

/**
 * A decimal number of any size for display, grouped: `1,234.5678`. Text never passes through a float.
 * What is too small for the decimals is said so, `<0.0001`, and never shown as nothing. Text that is no
 * number is shown as it is.
 *
 * @param decimals exactly so many, rounded half away from zero; where left out up to 8, as many as there are
 */
export function formatAmount(value: string | number, decimals?: number): string {
  const text = ungrouped(String(value).trim());
  if (!isDecimal(text)) {
    return String(value);
  }
  const formatted = amountFormat(decimals).format(text);
  return isZero(formatted) && !isZero(text.replace(/e.*/i, ''))
    ? tooSmall(text, decimals ?? DECIMALS_MAX)
    : formatted;
}

function ungrouped(text: string): string {
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}

function isDecimal(text: string): text is `${number}` {
  return DECIMAL.test(text);
}

function isZero(digits: string): boolean {
  return !/[1-9]/.test(digits);
}

function tooSmall(text: string, decimals: number): string {
  const least = decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`;
  return text.startsWith('-') ? `>-${least}` : `<${least}`;
}
