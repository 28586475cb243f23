import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientTypes } from './client-types.mjs';

it('the types of packages/client match the contract (if not, run `npm run openapi`)', () => {
  const written = new URL('../packages/client/src/api.generated.d.ts', import.meta.url);
  expect(readFileSync(written, 'utf8')).toBe(clientTypes());
});
