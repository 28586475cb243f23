import { textIn } from '../../shared/api/answer-fields.ts';

/** A decimal as text, or a number of a server that sends numbers. */
export type Amount = string | number;

/** Returns null for anything that is not an amount. */
export function amountIn(value: unknown): Amount | null {
  return typeof value === 'number' ? value : textIn(value);
}
