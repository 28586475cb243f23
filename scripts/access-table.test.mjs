import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accessPage } from './access-table.mjs';

it('the page of who may call what is that of the contract: run `npm run openapi` where it is not', () => {
  expect(readFileSync(new URL('../docs/access.md', import.meta.url), 'utf8')).toBe(accessPage());
});
