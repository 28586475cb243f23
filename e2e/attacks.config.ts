import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run attacks`: attacks two processes of the product, and prints what was expected and what happened. */
export default defineConfig({
  ...base,
  testDir: 'attacks',
  testMatch: '**/*.attacks.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 180_000,
  reporter: './attacks/support/attack-reporter.ts',
});
