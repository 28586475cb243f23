/** When what is shown was read; now, where it stands in for an answer that is on its way. */
export function readTime({ dataUpdatedAt }: { readonly dataUpdatedAt: number }): Date {
  return new Date(dataUpdatedAt || Date.now());
}
