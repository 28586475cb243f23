import { test } from '../support/foreign-test.ts';
import { serveScene } from '../support/scenes/scene.ts';
import { SCENES } from '../support/scenes/scenes.ts';
import { takeShots, VIEWS } from './take-shots.ts';

for (const scene of SCENES) {
  const { name, path, act, only } = scene;
  for (const view of VIEWS) {
    if (only !== undefined && only !== view.name) continue;
    test.describe(() => {
      test.use(view.use);
      test(`takes ${name} on a ${view.name} screen`, async ({ page, serve }) => {
        const origin = await serveScene(serve, scene);
        await page.goto(origin + path);
        await act(page);
        await takeShots(page, `${name}-${view.name}`);
      });
    });
  }
}
