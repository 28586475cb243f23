import fc from 'fast-check';

/** Values that no field expects. */
const nastyValues = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    -0,
    Number.MAX_SAFE_INTEGER + 2,
    '',
    ' ',
    'NaN',
    '0',
    'true',
    [],
    {},
    [[]],
    'a\u0000b',
    '\u0000',
    '\ud800',
    'x\udfffy',
    '\u202eabc',
    '\ufeff',
    "' OR 1=1 --",
    '%00',
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    '🏴‍☠️'.repeat(50),
    'x'.repeat(257),
    'x'.repeat(5_000),
    'ı'.repeat(300),
    '00000000-0000-0000-0000-000000000000',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-02-30T00:00:00Z',
    '-1',
    '1e5',
    '99999999999999999999999999999999999999.999999999999999999',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
);

interface Change {
  readonly kind: 'replace' | 'remove' | 'add' | 'repeat';
  /** Counts through all values, in order. */
  readonly at: number;
  readonly value: unknown;
  readonly key: string;
}

const changes: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'repeat'),
  at: fc.nat(1_000),
  value: nastyValues,
  key: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'isAdmin', 'id', 'toString', ''), fc.string()),
});

/** Valid values with one or two changes somewhere inside. */
export function spoiled(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(changes, { minLength: 1, maxLength: 2 }))
    .map(([value, list]) => list.reduce(applyChange, value));
}

interface Place {
  readonly parent: Record<string, unknown> | unknown[];
  readonly key: string;
}

function applyChange(root: unknown, { kind, at, value, key }: Change): unknown {
  const holder = { root: structuredClone(root) };
  const places = placesIn(holder);
  const place = places[at % places.length];
  if (place === undefined) return root;
  const parent = place.parent as Record<string, unknown>;
  const current = parent[place.key];
  if (kind === 'replace') parent[place.key] = value;
  if (kind === 'remove' && place.parent !== holder) delete parent[place.key];
  if (kind === 'repeat') parent[place.key] = [current, current];
  if (kind === 'add' && typeof current === 'object' && current !== null) {
    Object.defineProperty(current, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return holder.root;
}

function placesIn(parent: Place['parent']): Place[] {
  return Object.keys(parent).flatMap((key) => {
    const value = (parent as Record<string, unknown>)[key];
    const inside = typeof value === 'object' && value !== null ? placesIn(value as Place['parent']) : [];
    return [{ parent, key }, ...inside];
  });
}

/** Bodies that are broken as text or bytes. */
export const brokenBodies = fc.constantFrom<((text: string) => string | Buffer)[]>(
  (text) => text.slice(0, -1),
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  (text) => text.replace('"', "'"),
  (text) => text.replace('{', '{"__proto__":{},'),
  (text) => text.replace('{', '{"a":1,"a":2,'),
  (text) => text.replace(':', ':1e400,"x":'),
  (text) => text.replace('":"', '":"\\u0000'),
  (text) => text.replace('":"', '":"\\ud800'),
  (text) => text.replace('":"', '":"\u0001'),
  (text) => `${'['.repeat(200)}${text}${']'.repeat(200)}`,
  (text) => '{"a":'.repeat(5_000) + text + '}'.repeat(5_000),
  (text) => text.replace('{', `{"x":"${'x'.repeat(9_000)}",`),
  (text) => text.replace('{', `{"x":"${'x'.repeat(70_000)}",`),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc0])]),
  () => '',
  () => 'null',
  () => '"',
  () => '[]',
  () => '-',
  () => Buffer.from([0x22, 0xff, 0xfe, 0x22]),
);

/** Text for one path segment or query value, encoded. */
export const rawSegments: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '%00',
    '%ff',
    '%ED%A0%80',
    '%2e%2e',
    '%2F',
    '%5C',
    '%zz',
    '+',
    ';',
    '0',
    '-1',
    'null',
    '%20',
    '%0d%0aX:1',
    'x'.repeat(100),
    'x'.repeat(101),
    '1'.repeat(5_000),
    '%C3%BC'.repeat(300),
  ),
  fc.webPath().map((path) => encodeURIComponent(path)),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
);

/** Appended to a query. */
export const queryEndings: fc.Arbitrary<string> = fc.constantFrom(
  '%',
  '%00=1',
  'search=%ff',
  'search=100%',
  'unknown=1',
  'limit=5&limit=5',
  'limit[]=5',
  'limit[a]=5',
  '__proto__=1',
  'constructor=1',
  '&&&',
  '=',
  '=1',
  'limit',
  'offset=9007199254740992',
  'limit=1e1',
  'limit=%2B5',
  'search=%00',
  'from=2026-01-01',
  'search=%ED%A0%80',
  `search=${'x'.repeat(6_000)}`,
  `${'a=1&'.repeat(1_500)}`,
);

export const wrongContentTypes: fc.Arbitrary<string | undefined> = fc.constantFrom(
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset="utf-8"',
  'application/json;',
  'application/jsonx',
  'application/problem+json',
  '*/*',
  'application/json, text/plain',
);
