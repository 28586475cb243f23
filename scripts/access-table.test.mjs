import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accessPage } from './access-table.mjs';

it('docs/access.md matches the contract (if not, run `npm run openapi`)', () => {
  expect(readFileSync(new URL('../docs/access.md', import.meta.url), 'utf8')).toBe(accessPage());
});
