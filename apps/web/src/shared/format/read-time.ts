/** Load time of the shown data, or now while it is a placeholder. */
export function readTime({ dataUpdatedAt }: { readonly dataUpdatedAt: number }): Date {
  return new Date(dataUpdatedAt || Date.now());
}
