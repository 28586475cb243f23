import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run jobs`: does the jobs of an administrator, and prints how many interactions each takes. */
export default defineConfig({
  ...base,
  testDir: 'jobs',
  testMatch: '**/*.jobs.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  reporter: './jobs/support/job-reporter.ts',
});
