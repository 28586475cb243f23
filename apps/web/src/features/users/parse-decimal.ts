/** Parses digits with at most one decimal point and a minus sign. Returns undefined for any other text. */
export function parseDecimal(text: string): number | undefined {
  // Adding 0 turns -0 into 0.
  return /^-?(\d+(\.\d+)?|\.\d+)$/.test(text.trim()) ? Number(text) + 0 : undefined;
}
