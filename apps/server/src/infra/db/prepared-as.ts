const MARK = /^\/\* prepared as (\w+) \*\//;

/**
 * Marks a statement of the query builder so that each connection parses and plans it once. A name must always have the
 * same text.
 */
export function preparedAs(name: string, text: string): string {
  return `/* prepared as ${name} */ ${text}`;
}

/** Returns the name of a statement marked by `preparedAs`. */
export function preparedName(text: string): string | undefined {
  return MARK.exec(text)?.[1];
}
