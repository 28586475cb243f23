/** Formats a fraction exactly: `0.0125` as `1.25%`. Returns undefined for anything else. */
export function percentOfRate(rate: string | number): string | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(String(rate));
  if (match === null) {
    return undefined;
  }
  const [, whole = '', decimals = ''] = match;
  const digits = decimals.padEnd(2, '0');
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${percent}${rest === '' ? '' : `.${rest}`}%`;
}
