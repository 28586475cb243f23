// @vitest-environment node
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { withoutInjectedStyles } from './without-injected-styles.ts';

const { resolve } = createRequire(import.meta.url);

it('withoutInjectedStyles prevents sonner from creating a style element on import', async () => {
  const source = await readFile(resolve('sonner').replace(/index\.js$/, 'index.mjs'), 'utf8');
  const { transform } = withoutInjectedStyles();
  if (typeof transform !== 'object') {
    throw new Error('The plugin has no transform with a filter');
  }
  const result = await transform.handler.call({} as never, source, 'sonner/dist/index.mjs');
  const code = typeof result === 'object' && result !== null ? String(result.code) : '';
  expect(code).toContain('function Toaster');
  expect(source).toMatch(/^__insertCSS\(/m);
  expect(code).not.toMatch(/^__insertCSS\(/m);
});
