import { expect, type Page } from '@playwright/test';
import { axeViolations } from '../support/axe-violations.ts';
import { test } from '../support/foreign-test.ts';
import { watchPage } from '../support/page-watch.ts';
import { reflowProblems, ZOOMED } from '../support/reflow.ts';
import { serveScene } from '../support/scenes/scene.ts';
import { SCENES } from '../support/scenes/scenes.ts';
import { fitProblems } from '../support/screen-fit.ts';

const WIDTHS = [1920, 1440, 1280, 820, 390];
/** A phone below, wide screens above. */
const PHONE_MAX = 768;
const HEIGHT = 900;

for (const scene of SCENES) {
  const { name, path, act, only } = scene;
  const widths = WIDTHS.filter((width) => only === undefined || (only === 'phone') === width < PHONE_MAX);
  const zoom = only === 'wide' ? '' : ', also at a zoom of 400 %';
  const title = `${name} is accessible and fits at ${widths.join(', ')} px in both themes${zoom}`;
  test(title, async ({ page, context, serve, mayFail }) => {
    const open = async (target: Page) => {
      const origin = await serveScene(serve, scene);
      await target.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await target.goto(origin + path);
      await act(target);
    };
    const resize = async (width: number) => await page.setViewportSize({ width, height: HEIGHT });
    const setTheme = async (colorScheme: 'light' | 'dark') =>
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });

    await resize(widths[0] ?? 0);
    await open(page);
    expect(await axeViolations(page, 'all'), 'light').toEqual([]);
    await setTheme('dark');
    expect(await axeViolations(page, 'colours'), 'dark').toEqual([]);

    await hideBriefParts(page);
    for (const width of widths) {
      await resize(width);
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(theme);
        await expect.poll(() => fitProblems(page), { message: `${width} px, ${theme}` }).toEqual([]);
      }
    }
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
    await hideBriefParts(zoomed);
    expect(await reflowProblems(zoomed), 'zoomed').toEqual([]);
    expect(problems).toEqual([]);
  });
}

/** Toasts and tooltips cover content only briefly. */
async function hideBriefParts(page: Page): Promise<void> {
  await page.addStyleTag({ content: '.toast-layer, [role=tooltip] { visibility: hidden }' });
}

/** Whether the scene needs no interaction and no dialog, because both may differ on a narrow screen. */
function isShownByAddressAlone(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const wasUsed = [...performance.eventCounts.values()].some((count) => count > 0);
    return !wasUsed && document.querySelector('dialog:modal') === null;
  });
}
