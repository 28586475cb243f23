import { expect, vi } from 'vitest';

const LONG_MS = 1_000;

/**
 * From now on what waits for a second or more waits until it is let go. Shorter waits pass as ever: whatever
 * a test waits with needs them.
 */
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
    /** Lets what waits for exactly so long go on. */
    pass(ms: number) {
      spy.mockRestore();
      const [first] = held.filter((one) => one.ms === ms);
      expect(first, `something waits for ${ms} ms`).toBeDefined();
      first?.work();
    },
  };
}
