import { kept } from './kept.ts';

const OPTIONS = {
  count: { maximumFractionDigits: 0 },
  compact: { notation: 'compact', maximumFractionDigits: 1 },
  percent: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
} as const;

const format = kept((kind: keyof typeof OPTIONS) => new Intl.NumberFormat('en-US', OPTIONS[kind]));

/** `12,345` */
export function formatCount(value: number): string {
  return format('count').format(value);
}

/** `4.5`, `12.3K`, at most one decimal: for where nobody needs it exact. */
export function formatCompact(value: number): string {
  return format('compact').format(value);
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
  return share > 99.9 ? '>99.9%' : `${format('percent').format(share)}%`;
}
