/** Values that keep their text through PostgreSQL's jsonb: numbers are whole. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** JSON with the keys of every object sorted by code unit and no white space: equal values have equal text. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new TypeError('expected a whole number');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // Added up rather than joined: this runs for every entry of a log.
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(inner)}`;
  }
  return `{${members}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
