import { expect, it } from 'vitest';
import written from '../../../openapi.json' with { type: 'json' };
import { ENDPOINTS } from './endpoints.ts';
import { openApiDocument } from './openapi-document.ts';

// @spec D.117, O.1
it('openApiDocument matches openapi.json (if not, run `npm run openapi`)', () => {
  expect(written).toEqual(JSON.parse(JSON.stringify(openApiDocument('Halyard', ENDPOINTS))));
});

it('ENDPOINTS lists every endpoint once', () => {
  const names = ENDPOINTS.map(({ name }) => name);
  const calls = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(calls).size).toBe(calls.length);
});
