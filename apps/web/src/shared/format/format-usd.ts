import { groupDigits } from './format-number.ts';

const AMOUNT = /^(-?)\$?(\d[\d,]*)(\.\d+)?$/;

/** Formats a server's amount (`12,345.67`) without converting it to a float. Returns other text unchanged. */
export function formatUsd(amount: string): string {
  const [, minus, whole, fraction = ''] = AMOUNT.exec(amount.trim()) ?? [];
  if (whole === undefined) {
    return amount;
  }
  return `${minus}$${groupDigits(whole.replaceAll(',', ''))}${fraction}`;
}
