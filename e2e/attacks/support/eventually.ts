import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again for up to `ms`, until it holds. Returns whether it does. */
export async function eventually(holds: () => boolean | Promise<boolean>, ms = 10_000): Promise<boolean> {
  const end = performance.now() + ms;
  for (;;) {
    if (await holds()) return true;
    if (performance.now() > end) return false;
    await pause(50);
  }
}
