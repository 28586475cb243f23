import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from './canonical-json.ts';

/** Serializes by the rules of decision 9, without optimizations. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${plainText(inner)}`).join(',')}}`;
}

const key = fc.oneof(fc.string({ unit: 'binary' }), fc.nat(200).map(String), fc.constant('__proto__'));
const { tree: json } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
  ),
}));

describe('canonicalJson', () => {
  it('sorts keys at every depth, whatever they are', () => {
    fc.assert(fc.property(json, (value) => canonicalJson(value as Json) === plainText(value)));
  });

  it.each([
    [{ b: 1, a: { d: null, c: 'é\u2028"\u0007' } }, '{"a":{"c":"é\u2028\\"\\u0007","d":null},"b":1}'],
    [{ 9: [{ 2: 1, 10: 0 }], 10: true, '': -1 }, '{"":-1,"10":true,"9":[{"10":0,"2":1}]}'],
    [JSON.parse('{"b":1,"__proto__":{"a":2}}'), '{"__proto__":{"a":2},"b":1}'],
    [{ a: undefined, c: 1, b: undefined } as unknown as Json, '{"c":1}'],
  ])('serializes %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([0.5, Number.NaN, 2 ** 53, [1.5], { a: { b: [0.1] } }, { 9: 1, 10: 1, a: 0.5 }])(
    'throws a TypeError for %j',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    },
  );

  it('serializes deep nesting without extra work per level', () => {
    const nested = Array.from({ length: 200 }).reduce<Json>((inner) => ({ b: [inner], a: 1 }), 'x');
    expect(canonicalJson(nested)).toBe(plainText(nested));
  });
});
