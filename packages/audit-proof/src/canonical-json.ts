/** JSON values that PostgreSQL's jsonb does not change: numbers are whole. Undefined members are omitted. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** Serializes a value with object keys sorted by code unit and no white space, so that equal values have equal text. */
export function canonicalJson(value: Json): string {
  const ordered = inOrder(value);
  return ordered === undefined ? joinedText(value) : JSON.stringify(ordered);
}

interface Members {
  readonly [key: string]: Json | undefined;
}

/** Sorts keys for the fast JSON.stringify. Returns undefined for integer keys, which engines write in numeric order. */
function inOrder(value: Json): Json | undefined {
  if (typeof value !== 'object' || value === null) return requireWhole(value);
  if (isList(value)) {
    const items = value.map(inOrder);
    if (items.every((item, at) => item === value[at])) return value;
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  let changed: Map<string, Json> | undefined;
  let isOrdered = true;
  let before = '';
  for (const key of Object.keys(value)) {
    if (key < before) isOrdered = false;
    before = key;
    const inner = value[key];
    if (typeof inner === 'string' || inner === null || inner === undefined) continue;
    const ordered = inOrder(inner);
    if (ordered === undefined) return undefined;
    if (ordered !== inner) changed = (changed ?? new Map()).set(key, ordered);
  }
  return isOrdered && changed === undefined ? value : reordered(value, changed);
}

function reordered(value: Members, changed: ReadonlyMap<string, Json> | undefined): Json | undefined {
  const keys = Object.keys(value).sort();
  const whole: Members = Object.fromEntries(keys.map((key) => [key, changed?.get(key) ?? value[key]]));
  return Object.keys(whole).every((key, at) => key === keys[at]) ? whole : undefined;
}

function joinedText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(requireWhole(value));
  if (isList(value)) return `[${value.map(joinedText).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const inner = value[key];
      return inner === undefined ? [] : `${JSON.stringify(key)}:${joinedText(inner)}`;
    });
  return `{${members.join(',')}}`;
}

function requireWhole<Value extends string | number | boolean | null>(value: Value): Value {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new TypeError('expected a whole number');
  return value;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
