import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run shots`: pictures of every screen, to be looked at. They are left in `.cache/shots`, those of the tour in `docs/pictures`. */
export default defineConfig({ ...base, testMatch: '**/*.shots.ts' });
