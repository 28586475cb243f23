import type { KeyboardEvent } from 'react';
import { parseDecimal } from './parse-decimal.ts';

interface Range {
  readonly min: number;
  readonly max?: number;
  readonly step: number;
}

/** Returns a key handler that adds or subtracts a step, as in a number input. */
export function stepWithArrows(
  { min, max = Number.MAX_SAFE_INTEGER, step }: Range,
  onStep: (text: string) => void,
) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const value = parseDecimal(event.currentTarget.value);
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (value === undefined || direction === undefined) {
      return;
    }
    event.preventDefault();
    // Rounding to ten decimals removes float errors, such as those of 0.07 / 0.01.
    const current = Number((value / step).toFixed(10));
    const next = direction > 0 ? Math.floor(current) + 1 : Math.ceil(current) - 1;
    onStep(String(Math.min(max, Math.max(min, Number((next * step).toFixed(2))))));
  };
}
