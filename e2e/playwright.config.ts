import { defineConfig } from '@playwright/test';
import { ensureBrowser } from '../scripts/browser.mjs';

const executablePath = ensureBrowser(process.env);

export default defineConfig({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  testMatch: '**/*.spec.ts',
  outputDir: '../.cache/e2e',
  // More workers than the two cores of a small machine, because tests often wait.
  workers: 3,
  fullyParallel: true,
  // A test that passes only on the retry is reported as flaky and must be fixed.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // Generous for a loaded machine.
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
      // In the C locale, Chromium saves no download below a path with letters beyond ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
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
