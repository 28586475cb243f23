import { AMOUNT_DECIMALS } from '@halyard/contract/constants';
import { groupDigits } from '../../shared/format/format-number.ts';

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i;
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/**
 * Formats a decimal of any size, never via a float: `1,234.5678`, or `<0.0001` if too small. Other text is unchanged.
 * @param decimals exact number of decimals; by default as many as the value has, up to 8
 */
export function formatAmount(value: string | number, decimals?: number): string {
  const text = ungrouped(String(value).trim());
  const [, sign, whole, fraction, exponent] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || fraction === undefined) {
    return String(value);
  }
  const isNegative = sign === '-';
  const digits = whole + fraction;
  const rounded = roundDigits(
    digits,
    whole.length + Number(exponent ?? 0),
    decimals ?? AMOUNT_DECIMALS.default,
  );
  if (isZero(rounded)) {
    return isZero(digits)
      ? shown(rounded, decimals)
      : tooSmall(isNegative, decimals ?? AMOUNT_DECIMALS.default);
  }
  return `${isNegative ? '-' : ''}${shown(rounded, decimals)}`;
}

function ungrouped(text: string): string {
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}

/** Rounds half away from zero. @param point number of digits before the decimal point */
function roundDigits(digits: string, point: number, decimals: number): string {
  const kept = point + decimals;
  const padded = digits.padEnd(kept, '0');
  const whole = BigInt(padded.slice(0, Math.max(kept, 0)) || '0');
  const rounded = kept >= 0 && (padded[kept] ?? '0') >= '5' ? whole + 1n : whole;
  const text = rounded.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

function shown(rounded: string, decimals: number | undefined): string {
  const [whole = '', fraction = ''] = rounded.split('.');
  const decimal = decimals === undefined ? fraction.replace(/0+$/, '') : fraction;
  return `${groupDigits(whole)}${decimal === '' ? '' : `.${decimal}`}`;
}

function isZero(digits: string): boolean {
  return !/[1-9]/.test(digits);
}

function tooSmall(isNegative: boolean, decimals: number): string {
  const least = decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`;
  return isNegative ? `>-${least}` : `<${least}`;
}
