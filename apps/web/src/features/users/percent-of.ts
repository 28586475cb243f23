/** A share as a percentage, free of what a float adds: `5%` of 0.05. */
export function percentOf(share: number): string {
  return `${Number((share * 100).toFixed(6))}%`;
}
