import { expect, type Page } from '@playwright/test';
import { axeViolations } from '../support/axe-violations.ts';
import { test } from '../support/foreign-test.ts';
import { watchPage } from '../support/page-watch.ts';
import { reflowProblems, ZOOMED } from '../support/reflow.ts';
import { serveScene } from '../support/scenes/scene.ts';
import { SCENES } from '../support/scenes/scenes.ts';

const PHONE = { width: 390, height: 844 };

for (const scene of SCENES) {
  const { name, path, act, only } = scene;
  const ways = only === 'wide' ? 'in both themes' : 'in both themes, and at a zoom of 400 %';
  test(`${name} has no accessibility violations, ${ways}`, async ({ page, context, serve, mayFail }) => {
    const open = async (target: Page) => {
      const origin = await serveScene(serve, scene);
      await target.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await target.goto(origin + path);
      await act(target);
    };
    if (only === 'phone') await page.setViewportSize(PHONE);
    await open(page);
    expect(await axeViolations(page, 'all'), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await axeViolations(page, 'colours'), 'dark').toEqual([]);
    if (only === 'wide') return;

    if (await isShownByAddressAlone(page)) {
      await page.setViewportSize(ZOOMED);
      // Wait until the shell has switched to its narrow layout.
      await expect.poll(() => reflowProblems(page), { message: 'zoomed' }).toEqual([]);
      return;
    }
    const zoomed = await context.newPage();
    const problems = await watchPage(zoomed, mayFail);
    await zoomed.setViewportSize(ZOOMED);
    await open(zoomed);
    expect(await reflowProblems(zoomed), 'zoomed').toEqual([]);
    expect(problems).toEqual([]);
  });
}

/** Whether the scene needs no interaction and no dialog, because both may differ on a narrow screen. */
function isShownByAddressAlone(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const wasUsed = [...performance.eventCounts.values()].some((count) => count > 0);
    return !wasUsed && document.querySelector('dialog:modal') === null;
  });
}
