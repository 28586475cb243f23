const CENT_DIGITS = 2;

/** @param values USD with two decimals, like the sum */
export function sumUsd(values: readonly string[]): string {
  return formatUsd(values.reduce((sum, value) => sum + parseUsd(value), 0n));
}

/** Compares amounts with two decimals: greater first, null last. */
export function compareUsd(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Number(parseUsd(other) - parseUsd(one));
}

function parseUsd(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

function formatUsd(cents: bigint): string {
  const sign = cents < 0n ? '-' : '';
  const digits = String(cents < 0n ? -cents : cents).padStart(CENT_DIGITS + 1, '0');
  return `${sign}${digits.slice(0, -CENT_DIGITS)}.${digits.slice(-CENT_DIGITS)}`;
}
