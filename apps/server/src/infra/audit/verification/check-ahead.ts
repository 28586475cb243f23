import type { SequenceRange } from '../search/audit-blocks.ts';
import type { AuditRangeChecker, CheckedRange } from './check-audit-range.ts';

/** Yields the checked parts of a range, oldest first, while later parts are already being checked. */
export async function* checkAhead(
  { rangeSize, rangesAtOnce, check }: AuditRangeChecker,
  { first, last }: SequenceRange,
): AsyncGenerator<CheckedRange> {
  const running: Promise<CheckedRange>[] = [];
  try {
    for (let next = first; ; ) {
      for (; next <= last && running.length < rangesAtOnce; next += rangeSize) {
        const checking = check({ first: next, last: Math.min(next + rangeSize - 1, last) });
        // A caller that stops at a fault never awaits this part.
        checking.catch(() => undefined);
        running.push(checking);
      }
      const oldest = running.shift();
      if (oldest === undefined) return;
      yield await oldest;
    }
  } finally {
    // Let running checks finish, because a caller that starts again may need the same parts.
    await Promise.allSettled(running);
  }
}
