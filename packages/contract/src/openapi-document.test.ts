import { expect, it } from 'vitest';
import written from '../../../openapi.json' with { type: 'json' };
import { ENDPOINTS } from './endpoints.ts';
import { openApiDocument } from './openapi-document.ts';

// @spec D.117, O.1
it('is what openapi.json holds: run `npm run openapi` when it is not', () => {
  expect(written).toEqual(JSON.parse(JSON.stringify(openApiDocument('Halyard', ENDPOINTS))));
});

it('names every endpoint once', () => {
  const names = ENDPOINTS.map(({ name }) => name);
  const calls = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(calls).size).toBe(calls.length);
});
