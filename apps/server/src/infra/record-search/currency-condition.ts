import { POLYGON_NATIVE_NAMES } from '@halyard/contract/networks';
import type { BoundValues } from '../db/bound-values.ts';

/** Builds a condition on the columns network and currency. MATIC and POL both find either of them on Polygon. */
export function currencyCondition(currency: string | undefined, values: BoundValues): string[] {
  if (currency === undefined) return [];
  const named = `currency = ${values.bind(currency, 'text')}`;
  if (!POLYGON_NATIVE_NAMES.includes(currency)) return [named];
  const names = POLYGON_NATIVE_NAMES.map((name) => `'${name}'`).join();
  return [`(${named} OR network = 'POLYGON' AND currency IN (${names}))`];
}
