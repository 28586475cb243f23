const MARK = /^\/\* prepared as (\w+) \*\//;

/** Marks a statement so that each connection plans it once. A name must always have the same text. */
export function preparedAs(name: string, text: string): string {
  return `/* prepared as ${name} */ ${text}`;
}

export function preparedName(text: string): string | undefined {
  return MARK.exec(text)?.[1];
}
