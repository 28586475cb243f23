/** Returns when the shown data was loaded, or the current time for a placeholder. */
export function readTime({ dataUpdatedAt }: { readonly dataUpdatedAt: number }): Date {
  return new Date(dataUpdatedAt || Date.now());
}
