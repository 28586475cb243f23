import { defineConfig } from '@playwright/test';
import { ensureBrowser } from '../scripts/browser.mjs';

const executablePath = ensureBrowser(process.env);

export default defineConfig({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  testMatch: '**/*.spec.ts',
  outputDir: '../.cache/e2e',
  // One more than the two cores of a small machine: a test often waits for a clock. Each has a product of its own.
  workers: 3,
  fullyParallel: true,
  // A browser on a loaded machine can be late for anything. What passes only then is named as flaky, and is to be mended.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // Long for a loaded machine; nothing that passes takes nearly as long.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
