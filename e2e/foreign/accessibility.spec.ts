import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { SCENES } from '../support/scenes.ts';

for (const { name, path, answers, act, only } of SCENES) {
  test(`${name} can be used by everybody, in both themes`, async ({ page, serve }) => {
    if (only === 'phone') await page.setViewportSize({ width: 390, height: 844 });
    const { origin } = await serve(answers);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (colorScheme === 'light') {
        await page.goto(origin + path);
        await act(page);
      }
      // Of frames this mode sees nothing, and there are none; the other opens a second page for each look.
      expect(page.frames()).toHaveLength(1);
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      const found = violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        places: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }));
      expect(found, colorScheme).toEqual([]);
    }
  });
}
