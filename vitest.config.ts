import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

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
        },
      },
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          environment: 'node',
          include: ['src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: [fileURLToPath(new URL('apps/server/test/global-setup.ts', import.meta.url))],
          // Generous for a loaded machine; passing tests take far less.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'scripts',
          root: 'scripts',
          environment: 'node',
          include: ['**/*.test.{ts,mjs}'],
        },
      },
      'apps/*/vitest.config.ts',
    ],
  },
});
