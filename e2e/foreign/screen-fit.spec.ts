import { expect } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { serveScene } from '../support/scenes/scene.ts';
import { SCENES } from '../support/scenes/scenes.ts';
import { fitProblems } from '../support/screen-fit.ts';

const WIDTHS = [390, 820, 1280, 1440, 1920];
/** A phone below, wide screens above. */
const PHONE_MAX = 768;

for (const scene of SCENES) {
  const { name, path, act, only } = scene;
  const widths = WIDTHS.filter((width) => only === undefined || (only === 'phone') === width < PHONE_MAX);
  test(`${name} fits at ${widths.join(', ')} px in both themes`, async ({ page, serve }) => {
    const origin = await serveScene(serve, scene);
    await page.setViewportSize({ width: widths.at(only === 'phone' ? 0 : -1) ?? 0, height: 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(origin + path);
    await act(page);
    // Toasts and tooltips cover content only briefly.
    await page.addStyleTag({ content: '.toast-layer, [role=tooltip] { visibility: hidden }' });
    for (const width of widths.toReversed()) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect.poll(() => fitProblems(page), { message: `${width} px, ${colorScheme}` }).toEqual([]);
      }
    }
  });
}
