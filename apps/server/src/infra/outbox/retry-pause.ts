/** Maximum attempts. They take about a day: 15 min of growing pauses, then one attempt every 16 min. */
export const TRIES_MAX = 94;

const PAUSE_MAX_MINUTES = 16;
const JITTER = 0.2;

/** Returns 1, 2, 4, 8, then 16 min with 20 % jitter, always less than the life of a reset link. */
export function retryPauseSeconds(tries: number, random = Math.random()): number {
  const minutes = Math.min(PAUSE_MAX_MINUTES, 2 ** (tries - 1));
  return minutes * 60 * (1 - JITTER + 2 * JITTER * random);
}
