import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Generous for a loaded machine; passing tests take far less. */
const TIMEOUT_MS = 60_000;

export default defineConfig({
  test: {
    // Most tests wait for a database, so use all cores. The default leaves one idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'audit-proof',
          root: 'packages/audit-proof',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: [fileURLToPath(new URL('apps/server/test/global-setup.ts', import.meta.url))],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'scripts',
          root: 'scripts',
          environment: 'node',
          include: ['**/*.test.{ts,mjs}'],
          testTimeout: TIMEOUT_MS,
        },
      },
      'apps/*/vitest.config.ts',
    ],
  },
});
