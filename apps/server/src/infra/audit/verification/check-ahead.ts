import type { SequenceRange } from '../search/audit-blocks.ts';
import type { AuditRangeChecker, CheckedRange } from './check-audit-range.ts';

interface CheckedPart extends SequenceRange {
  readonly checked: CheckedRange;
}

/** Yields the parts of a range, oldest first, while later parts are already being checked. */
export async function* checkAhead(
  { rangeSize, rangesAtOnce, check }: AuditRangeChecker,
  { first, last }: SequenceRange,
): AsyncGenerator<CheckedPart> {
  const started: (SequenceRange & { readonly checking: Promise<CheckedRange> })[] = [];
  try {
    for (let next = first; ; ) {
      while (next <= last && started.length < rangesAtOnce) {
        const part = { first: next, last: Math.min(next + rangeSize - 1, last) };
        const checking = check(part);
        // A caller that stops at a fault never awaits this part.
        checking.catch(() => undefined);
        started.push({ ...part, checking });
        next = part.last + 1;
      }
      const oldest = started.shift();
      if (oldest === undefined) return;
      yield { first: oldest.first, last: oldest.last, checked: await oldest.checking };
    }
  } finally {
    // Let running checks finish, because a caller that starts over may ask for the same parts.
    await Promise.allSettled(started.map(({ checking }) => checking));
  }
}
