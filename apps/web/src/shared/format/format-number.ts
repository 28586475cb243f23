/*
 * These formatters do not use `Intl`: on a slow processor a page's first `Intl` object costs 33 to 40 ms, each
 * further one about 8 ms (docs/performance.md, `bench:web`). The tests compare them with `Intl`.
 */

const UNITS = ['', 'K', 'M', 'B', 'T'] as const;

/** Groups digits in threes: `1234567` becomes `1,234,567`. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `12,345` @param value a whole number */
export function formatCount(value: number): string {
  return groupDigits(String(value));
}

/** Like `formatCount`, or a dash if the value is unknown. */
export function formatKnownCount(value: number | null): string {
  return value === null ? '—' : formatCount(value);
}

/** `4.5` or `12.3K`, with at most one decimal, for rough figures. */
export function formatCompact(value: number): string {
  const size = Math.abs(value);
  let unit = 0;
  // Divide only once, so that an exact half stays exact.
  let tenths = Math.round(size * 10);
  while (tenths >= 10_000 && unit < UNITS.length - 1) {
    unit += 1;
    tenths = Math.round((size * 10) / 1_000 ** unit);
  }
  return `${value < 0 && tenths > 0 ? '-' : ''}${tenths / 10}${UNITS[unit]}`;
}

/** `12.3%`, with exactly one decimal. */
export function formatPercent(percent: number): string {
  return `${percent.toFixed(1)}%`;
}

/** A share as `12.3%`. `0%` and `100%` only if the value is exactly none or all. */
export function formatShare(part: number, whole: number): string {
  if (part === 0 || whole === 0) {
    return '0%';
  }
  if (part === whole) {
    return '100%';
  }
  const share = (part / whole) * 100;
  if (share < 0.1) {
    return '<0.1%';
  }
  return share > 99.9 ? '>99.9%' : formatPercent(share);
}
