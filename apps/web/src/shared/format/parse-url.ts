/** An address, or undefined where the text is none. What `URL.parse` does, which some browsers do not have yet. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
