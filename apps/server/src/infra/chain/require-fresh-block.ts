import type { Source } from '../source/fetch-source.ts';
import { SourceFailure } from '../source/source-failure.ts';

/** All our chains create a block within seconds. */
const OFF_MAX_MINUTES = 10;

/** Throws SourceFailure if `blockMs` (milliseconds since 1970) is stale or in the future. */
export function requireFreshBlock({ subject }: Source, blockMs: number, nowMs: number): void {
  const minutes = Math.floor((nowMs - blockMs) / 60_000);
  if (Math.abs(minutes) < OFF_MAX_MINUTES) return;
  throw new SourceFailure(
    minutes > 0
      ? `${subject} is ${minutes} minutes behind its chain`
      : `${subject} reports a block from the future`,
  );
}
