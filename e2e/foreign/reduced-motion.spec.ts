import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { serveScene } from '../support/scenes/scene.ts';
import { SCENES } from '../support/scenes/scenes.ts';

const WITH_MOTION = [
  'login-checking',
  'verify-wrong',
  'dashboard',
  'users-loading',
  'user',
  'user-menu',
  'menu-collapsed',
  'menu-sheet',
  'invite',
  'wallets-open',
  'wallet-backup',
  'audit-log',
];

for (const scene of SCENES.filter(({ name }) => WITH_MOTION.includes(name))) {
  const { name, path, act, only } = scene;
  test(`nothing moves in ${name} with reduced motion`, async ({ page, serve }) => {
    if (only === 'phone') await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const origin = await serveScene(serve, scene);
    await page.goto(origin + path);
    await act(page);
    expect(await movingParts(page)).toEqual([]);
  });
}

/** Elements that move for longer than a frame. Fading is not motion. */
async function movingParts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const seconds = (list: string) => Math.max(...list.split(',').map((time) => Number.parseFloat(time)));
    return [...document.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after', '::backdrop'].flatMap((part) => {
        const style = getComputedStyle(element, part || null);
        const name = `${element.localName}${part}.${element.className}`;
        const changes = seconds(style.transitionDuration) > 0.01 && style.transitionProperty !== 'opacity';
        const moves = style.animationName !== 'none' && seconds(style.animationDuration) > 0.01;
        return changes || moves ? [`${name} ${style.transitionProperty} ${style.animationName}`] : [];
      }),
    );
  });
}
