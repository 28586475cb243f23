import { groupDigits } from './format-number.ts';

const AMOUNT = /^(-?)\$?(\d[\d,]*)(\.\d+)?$/;

/**
 * Formats a US dollar amount that the server sent as text (`12,345.67`, `12345.67`): grouped, with a dollar sign,
 * cents unchanged. Never converts it to a float. Other text is returned as it is.
 */
export function formatUsd(amount: string): string {
  const [, minus, whole, fraction = ''] = AMOUNT.exec(amount.trim()) ?? [];
  if (whole === undefined) {
    return amount;
  }
  return `${minus}$${groupDigits(whole.replaceAll(',', ''))}${fraction}`;
}
