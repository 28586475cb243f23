import type { Page } from '@playwright/test';

/** Records layout shifts. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(globalThis, 'layoutShifts', shifts);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        const parts = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const [before, after] = [previousRect, currentRect].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(' '),
          );
          return `${element?.localName} ${element?.className} "${element?.textContent?.slice(0, 30)}" ${before} -> ${after}`;
        });
        shifts.push(`${value.toFixed(4)}: ${parts.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });

    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRectReadOnly;
        readonly currentRect: DOMRectReadOnly;
      }[];
    }
  });
  return async () => {
    await untilRendered(page);
    return await page.evaluate(() => {
      const shifts: unknown = Reflect.get(globalThis, 'layoutShifts');
      if (!Array.isArray(shifts)) throw new Error('watchShifts was called after the page was opened');
      return shifts.map(String);
    });
  };
}

/** Delivers API responses one at a time, each after the previous one is rendered. */
export async function answerOneByOne(page: Page): Promise<void> {
  let turn: Promise<unknown> = Promise.resolve();
  await page.route('**/api/admin/v1/**', async (route) => {
    // The test may end while an answer waits.
    const deliver = async () => {
      await untilRendered(page);
      await route.continue();
    };
    turn = turn.then(deliver).catch(() => undefined);
    await turn;
  });
}

/** Waits two frames, until shifts are recorded. */
async function untilRendered(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
