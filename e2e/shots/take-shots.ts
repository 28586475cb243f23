import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const SHOTS = fileURLToPath(new URL('../../.cache/shots/', import.meta.url));

export const VIEWS = [
  { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
  { name: 'tablet', use: { viewport: { width: 1024, height: 768 } } },
  { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
] as const;

export async function takeShots(page: Page, name: string, folder = SHOTS): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Animations that started before motion was reduced must finish.
    await page.waitForTimeout(300);
    await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`), caret: 'initial' });
  }
}
