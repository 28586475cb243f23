import fc from 'fast-check';
import type { Schema } from './contract.ts';
import { KNOWN_UUIDS } from './known-uuids.ts';
import { type MarkerName, marker } from './markers.ts';

const ITEMS_MAX = 4;
/** Oldest and newest day of usual times. */
const USUAL_TIMES = { min: new Date('2025-12-01'), max: new Date('2026-12-31'), noInvalidDate: true };

const uuids = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...KNOWN_UUIDS) },
  { weight: 1, arbitrary: fc.uuid() },
);
const times = fc.date(USUAL_TIMES).map((date) => date.toISOString());
/** Mostly text that people see, because most fields refuse control characters. */
const texts = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom('user', 'User 1', 'Shop 2', 'user1@example.com', '0x71C7…976F', 'order'),
  },
  { weight: 10, arbitrary: fc.string() },
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const emails = fc.oneof(
  { weight: 2, arbitrary: fc.nat(60).map((number) => `user${number}@example.com`) },
  { weight: 1, arbitrary: fc.emailAddress() },
);

const addresses = fc.stringMatching(/^0x[0-9a-f]{40}$/);

/** Markers for texts whose right value only the product or the signed-in person knows. */
const MARKERS: Readonly<Record<string, MarkerName>> = {
  code: 'code',
  password: 'password',
  currentPassword: 'password',
  email: 'email',
  token: 'mailed-token',
  ticket: 'ticket',
  cursor: 'cursor',
};

/** Values that are valid for a schema. @param name of the property or parameter */
export function valuesOf(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return fc.oneof(...alternatives.map((each) => valuesOf(each, name)));
  const { type, minimum = -1e9, maximum = 1e9 } = schema;
  switch (type) {
    case 'string':
      return textsOf(schema, name);
    case 'integer':
      return fc.oneof(
        fc.integer({ min: minimum, max: Math.min(maximum, minimum + 50) }),
        fc.integer({ min: minimum, max: maximum }),
      );
    case 'number':
      return numbersOf({ min: minimum, max: maximum });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return itemsOf(schema, name);
    case 'object':
      return objectsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function numbersOf(range: { readonly min: number; readonly max: number }): fc.Arbitrary<number> {
  const numbers = fc.double({ ...range, noNaN: true });
  return fc.oneof(
    numbers.map((number) => Math.round(number * 1e4) / 1e4),
    numbers,
  );
}

/** Mostly one item, because a batch is refused if one of its items is. */
function itemsOf(
  { items = {}, minItems = 0, maxItems = ITEMS_MAX }: Schema,
  name: string,
): fc.Arbitrary<unknown> {
  const values = valuesOf(items, name);
  const several = fc.array(values, { minLength: minItems, maxLength: Math.min(maxItems, ITEMS_MAX) });
  return fc.oneof({ weight: 2, arbitrary: fc.tuple(values) }, { weight: 1, arbitrary: several });
}

function objectsOf({ properties, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  if (properties !== undefined) {
    const model = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, name)]),
    );
    return fc.record(model, { requiredKeys: [...required], noNullPrototype: true });
  }
  const values = typeof additionalProperties === 'object' ? additionalProperties : {};
  return fc.dictionary(fc.string({ minLength: 1 }), valuesOf(values), { maxKeys: 4, noNullPrototype: true });
}

function textsOf(schema: Schema, name: string): fc.Arbitrary<string> {
  const plain = name === 'address' ? fc.oneof(addresses, plainTextsOf(schema)) : plainTextsOf(schema);
  const known = MARKERS[name];
  if (known === undefined) return plain;
  return fc.oneof(fc.constant(marker(known)), plain);
}

function plainTextsOf({ format, pattern, minLength = 0, maxLength: max }: Schema): fc.Arbitrary<string> {
  const maxLength = max ?? 40;
  if (format === 'uuid') return uuids;
  if (format === 'email') return emails;
  const matching =
    pattern === undefined
      ? undefined
      : fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, max));
  if (format === 'date-time' && matching) {
    return fc.oneof({ weight: 4, arbitrary: times }, { weight: 1, arbitrary: matching });
  }
  if (matching) return matching;
  return fc.oneof(
    {
      weight: 9,
      arbitrary: texts.map((text) => text.slice(0, maxLength).toWellFormed().padEnd(minLength, 'x')),
    },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
  );
}
