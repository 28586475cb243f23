import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run shots`: saves screenshots of all screens in `.cache/shots`, and of the tour in `docs/pictures`. */
export default defineConfig({ ...base, testMatch: '**/*.shots.ts' });
