/**
 * The parameters of an address as plain text: `?search=42` is the text `42`, and text that looks like a
 * number or like JSON is written without quotes around it. Of a repeated parameter the last one counts.
 */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The other way round; what is undefined, null or empty is left out. */
export function stringifyPlainSearch(parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
