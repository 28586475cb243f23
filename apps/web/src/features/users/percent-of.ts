/** Formats a share as a percentage without float errors: `5%` for 0.05. */
export function percentOf(share: number): string {
  return `${Number((share * 100).toFixed(6))}%`;
}
