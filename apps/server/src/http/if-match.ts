/** Whether an If-Match header allows a write. Ignores the `W/` that compressing proxies add. */
export function allowsWrite(ifMatch: string | undefined, currentEtag: string): boolean {
  return ifMatch === undefined || ifMatch.trim() === '*' || etagsIn(ifMatch).includes(currentEtag);
}

export function etagsIn(header: string): readonly string[] {
  return header.match(/"[^"]*"/g) ?? [];
}
