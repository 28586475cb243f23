import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/**
 * `npm run shots`: saves screenshots of every screen in `.cache/shots` and the tour's screenshots in `docs/pictures`.
 */
export default defineConfig({ ...base, testMatch: '**/*.shots.ts' });
