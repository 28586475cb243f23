import { usdDifference } from './usd-difference.ts';

/** Compares two exact amounts in words: `$1,234.00 more than`. */
export function UsdChange({ now, before }: { readonly now: string; readonly before: string }) {
  const { size, words } = usdDifference(now, before);
  return (
    <span className="font-medium text-ink">
      {size === '' ? null : <span translate="no">{size}</span>} <span>{words}</span>
    </span>
  );
}
