import { serverTime } from '../lib/server-time.ts';

/** Returns when the shown data was loaded by the server's clock, or the current time for a placeholder. */
export function readTime({ dataUpdatedAt }: { readonly dataUpdatedAt: number }): Date {
  return serverTime(dataUpdatedAt || Date.now());
}
