const MARK = /^\/\* prepared as (\w+) \*\//;

/**
 * A statement that each connection parses and plans once, under this name, also where it runs in a transaction. The
 * text must always be the same for a name.
 */
export function preparedAs(name: string, text: string): string {
  return `/* prepared as ${name} */ ${text}`;
}

/** The name that a statement is to be prepared under. */
export function preparedName(text: string): string | undefined {
  return MARK.exec(text)?.[1];
}
