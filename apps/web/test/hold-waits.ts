import { expect, vi } from 'vitest';

const LONG_MS = 1_000;

/** Holds timers of a second or more until `pass`. Shorter ones run, because tests use them. */
export function holdWaits() {
  const held: { readonly ms: number; readonly work: () => void }[] = [];
  const wait = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0) => {
    if (ms < LONG_MS) {
      return wait(work, ms);
    }
    held.push({ ms, work });
    return 0;
  }) as typeof setTimeout);
  return {
    /** Restores timers, and runs the first one with exactly this delay. */
    pass(ms: number) {
      spy.mockRestore();
      const [first] = held.filter((one) => one.ms === ms);
      expect(first, `something waits for ${ms} ms`).toBeDefined();
      first?.work();
    },
  };
}
