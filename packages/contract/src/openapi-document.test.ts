import { expect, it } from 'vitest';
import type { z } from 'zod';
import written from '../../../openapi.json' with { type: 'json' };
import { ENDPOINTS } from './endpoints.ts';
import { openApiDocument } from './openapi-document.ts';

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly example?: unknown } };
}
interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const paths = written.paths as object as Readonly<Record<string, Readonly<Record<string, Operation>>>>;

function exampleIn(part: Content | undefined): unknown {
  return part?.content?.['application/json']?.example;
}

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

it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
  'openapi.json has examples of %s that the contract accepts',
  (_name, { method, path, body, answer, answerCode = 200, file }) => {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const expectAccepted = (schema: z.ZodType, example: unknown) =>
      expect(schema.safeParse(example).error).toBeUndefined();
    if (body !== undefined) expectAccepted(body, exampleIn(operation?.requestBody));
    if (answer === undefined || file !== undefined) return;
    expectAccepted(answer, exampleIn(operation?.responses[answerCode]));
  },
);
