import type { Source } from '../source/fetch-source.ts';
import { SourceFailure } from '../source/source-failure.ts';

/** Every chain here makes a block within seconds, and no block is from the future. */
const OFF_MAX_MINUTES = 10;

/**
 * @param blockMs when the node's newest block was made, in milliseconds since 1970
 * @throws SourceFailure where that is too long ago, or has not come yet
 */
export function requireFreshBlock({ subject }: Source, blockMs: number, nowMs: number): void {
  const minutes = Math.floor((nowMs - blockMs) / 60_000);
  if (Math.abs(minutes) < OFF_MAX_MINUTES) return;
  throw new SourceFailure(
    minutes > 0
      ? `${subject} is ${minutes} minutes behind its chain`
      : `${subject} reports a block from the future`,
  );
}
