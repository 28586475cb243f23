import { test } from '../support/foreign-test.ts';
import { SCENES } from '../support/scenes/scenes.ts';
import { takeShots, VIEWS } from './take-shots.ts';

for (const { name, path, answers, act, only } of SCENES) {
  for (const view of VIEWS) {
    if (only !== undefined && only !== view.name) continue;
    test.describe(() => {
      test.use(view.use);
      test(`takes ${name} on a ${view.name} screen`, async ({ page, serve }) => {
        const { origin } = await serve(answers);
        await page.goto(origin + path);
        await act(page);
        await takeShots(page, `${name}-${view.name}`);
      });
    });
  }
}
