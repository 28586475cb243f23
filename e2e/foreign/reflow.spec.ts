import { expect } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { lossesOf, ZOOMED } from '../support/reflow.ts';
import { SCENES } from '../support/scenes.ts';

test.use({ viewport: ZOOMED });

for (const { name, path, answers, act, only } of SCENES) {
  if (only === 'wide') continue;
  test(`${name} loses nothing at a zoom of 400 %`, async ({ page, serve }) => {
    const { origin } = await serve(answers);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(origin + path);
    await act(page);
    expect(await lossesOf(page)).toEqual([]);
  });
}
