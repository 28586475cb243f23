/** Parses JSON, keeping numbers as exact text. Returns undefined if the text is not JSON. */
export function parseExactJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' ? context?.source : value,
    );
  } catch {
    return undefined;
  }
}
