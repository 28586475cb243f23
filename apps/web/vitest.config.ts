import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    // Projects with their own config file do not inherit the root's settings.
    maxWorkers: '100%',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'test/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['test/set-up-tests.ts'],
  },
});
