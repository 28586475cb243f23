const NEEDS_ESCAPE = /["\\]/;

/**
 * Texts as the one text of an array that PostgreSQL reads for any type. The driver writes an array as well, in five
 * times the time: this is for arrays of thousands.
 */
export function arrayLiteral(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join()}}`;
}

function quoted(value: string): string {
  return `"${NEEDS_ESCAPE.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`;
}
