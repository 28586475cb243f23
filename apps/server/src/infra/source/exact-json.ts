/**
 * Parses JSON with each number as the text that stands there, so that nothing is rounded.
 * @returns undefined where the text is no JSON
 */
export function parseExactJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' ? context?.source : value,
    );
  } catch {
    return undefined;
  }
}
