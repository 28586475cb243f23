import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run shots`: takes screenshots of every screen into `.cache/shots`, and those of the tour into `docs/pictures`. */
export default defineConfig({ ...base, testMatch: '**/*.shots.ts' });
