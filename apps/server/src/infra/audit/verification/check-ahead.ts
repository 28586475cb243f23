import type { SequenceRange } from '../blocks/audit-blocks.ts';
import type { AuditRangeChecker, CheckedRange } from './check-audit-range.ts';

interface CheckedPart extends SequenceRange {
  readonly checked: CheckedRange;
}

/** The parts of a range, oldest first, each while those behind it are checked already. */
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
        // Whoever stops at a fault asks for no more.
        checking.catch(() => undefined);
        started.push({ ...part, checking });
        next = part.last + 1;
      }
      const oldest = started.shift();
      if (oldest === undefined) return;
      yield { first: oldest.first, last: oldest.last, checked: await oldest.checking };
    }
  } finally {
    // Whoever begins anew asks for the same parts, perhaps.
    await Promise.allSettled(started.map(({ checking }) => checking));
  }
}
