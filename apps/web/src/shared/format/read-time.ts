/** The time when the shown data was loaded, or now while it is still a placeholder. */
export function readTime({ dataUpdatedAt }: { readonly dataUpdatedAt: number }): Date {
  return new Date(dataUpdatedAt || Date.now());
}
