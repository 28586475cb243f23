/* Avoids `Intl`: on a slow processor, its first object costs 33 to 40 ms, each other 8 ms (`bench:web`). */

const UNITS = ['', 'K', 'M', 'B', 'T'] as const;

/** Formats `1234567` as `1,234,567`. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Formats a whole number as `12,345`. */
export function formatCount(value: number): string {
  return groupDigits(String(value));
}

export function formatKnownCount(value: number | null): string {
  return value === null ? '—' : formatCount(value);
}

/** Formats a rough figure as `4.5` or `12.3K`. */
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

/** Formats a percentage as `12.3%`. */
export function formatPercent(percent: number): string {
  return `${percent.toFixed(1)}%`;
}

/** Formats a share as `12.3%`. Shows `0%` and `100%` only for exactly none and all. */
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
