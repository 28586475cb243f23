import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commonPasswordModule } from './common-password-words.mjs';

// @spec D.39
it('the common passwords match the installed list (if not, run `npm run passwords`)', () => {
  const file = new URL('../packages/contract/src/common-password-words.generated.ts', import.meta.url);
  expect(readFileSync(file, 'utf8') === commonPasswordModule()).toBe(true);
});
