/** Parses URL parameters as plain text: `?search=42` is the text `42`. If repeated, the last one counts. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes URL parameters, except undefined, null and empty ones. */
export function stringifyPlainSearch(parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
