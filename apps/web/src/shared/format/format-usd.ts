import { groupDigits } from './format-number.ts';

const AMOUNT = /^(-?)\$?(\d[\d,]*)(\.\d+)?$/;

/**
 * An amount in US dollars for display, from the text that the server sends (`12,345.67`, `12345.67`):
 * grouped, with the sign of the currency, cents as they came. It never passes through a float. Text that
 * is no amount is shown as it is.
 */
export function formatUsd(amount: string): string {
  const [, minus, whole, fraction = ''] = AMOUNT.exec(amount.trim()) ?? [];
  if (whole === undefined) {
    return amount;
  }
  return `${minus}$${groupDigits(whole.replaceAll(',', ''))}${fraction}`;
}
