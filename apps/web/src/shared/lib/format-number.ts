const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const compactCount = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `12,345` */
export function formatCount(value: number): string {
  return count.format(value);
}

/** `4.5`, `12.3K`, at most one decimal: for where nobody needs it exact. */
export function formatCompact(value: number): string {
  return compactCount.format(value);
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
  return share > 99.9 ? '>99.9%' : `${percent.format(share)}%`;
}
