/*
 * By hand, and tested against `Intl`: the first `Intl` object of a page costs it 33 to 40 ms on a slow processor, the
 * next ones some 8 each (docs/performance.md, `bench:web`).
 */

const UNITS = ['', 'K', 'M', 'B', 'T'] as const;

/** Digits in groups of three: `1234567` as `1,234,567`. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `12,345` @param value a whole number */
export function formatCount(value: number): string {
  return groupDigits(String(value));
}

/** The same, or a dash where it is not known. */
export function formatKnownCount(value: number | null): string {
  return value === null ? '—' : formatCount(value);
}

/** `4.5`, `12.3K`, at most one decimal: for where nobody needs it exact. */
export function formatCompact(value: number): string {
  const size = Math.abs(value);
  let unit = 0;
  // Of the whole value in one division, so that a half is one.
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

/** A part of a whole as `12.3%`; `0%` and `100%` only for nothing and all. */
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
