import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerError } from './error-answer.ts';
import { acceptJsonOnly } from './json-body.ts';

const app = Fastify();

beforeAll(async () => {
  acceptJsonOnly(app);
  app.setErrorHandler(answerError);
  app.post('/', async ({ body }) => ({ body }));
  await app.ready();
});
afterAll(async () => await app.close());

async function post(payload: string): Promise<{ readonly code: number; readonly answer: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/', headers, payload });
  return { code: statusCode, answer: JSON.parse(body) };
}

/** A separate check rejects prototype keys. */
const isOfNoPrototype = (value: unknown) => !/__proto__|prototype/.test(JSON.stringify(value));

describe('duplicate object keys', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":{"a":1},"a":1}',
    '{"a":1,"b":[{"a":1},[2]],"a":1}',
    '{"b":{"a":1,"c":2,"a":3}}',
    '[1,{"a":[],"a":{}}]',
    '{"a":1,"\\u0061":2}',
    '{"\\"":1,"\\u0022":2}',
    '{"\\\\":1,"\\\\":2}',
    '{"a" \t\r\n : 1, "a"\n:2}',
    '{"":1,"":2}',
    '{"a:{":1,"b":"\\"}","a:{":2}',
    '{"é":1,"\\u00e9":2}',
    '{"toString":1,"toString":2}',
  ])('rejects %s', async (text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(await post(text)).toMatchObject({ code: 400, answer: { status: 'invalid_json' } });
  });

  it.each([
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":1}}}',
    '{"a":{"b":1},"b":{"a":1}}',
    '{"a":"a","b":"a","c":["a","a","b"]}',
    '{"a":"\\"a\\":1","b":"{\\"b\\":1,\\"b\\":2}"}',
    '{"a":":","b":"}","c":"{","d":"[","e":"\\\\","f":"\\\\\\":"}',
    '{"a":1,"A":2,"a ":3,"\\\\u0061":4,"toString":5}',
    '"a"',
    '[]',
    '{}',
  ])('accepts %s', async (text) => {
    expect(await post(text)).toEqual({ code: 200, answer: { body: JSON.parse(text) } });
  });

  it('detects a duplicate key anywhere and none in serialized values', async () => {
    const value = fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }).filter(isOfNoPrototype);
    const key = fc.string({ unit: 'grapheme' }).filter(isOfNoPrototype);
    await fc.assert(
      fc.asyncProperty(value, key, async (inner, name) => {
        const key = JSON.stringify(name);
        const text = JSON.stringify(inner);
        expect((await post(`[${text},{${key}:${text}}]`)).code).toBe(200);
        expect((await post(`[${text},{${key}:${text},"-${key.slice(1)}:{},${key}:0}]`)).code).toBe(400);
      }),
    );
  });
});

it.each(['{"a":1,"a', '{"a"', '{"a":"\\', '}{"a":1}', '{"\\x":1}', '["a":1]', '{"a":1]', '{]'])(
  'the JSON parser rejects %s, which is not JSON',
  async (text) => {
    expect(await post(text)).toMatchObject({ code: 400, answer: { status: 'invalid_json' } });
  },
);

it('the JSON parser accepts 20 levels of nesting and rejects 21', async () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}[]${'}'.repeat(levels - 1)}`;
  expect((await post(nested(20))).code).toBe(200);
  expect((await post(nested(21))).code).toBe(400);
});
