const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 5 * 60;
const JITTER = 0.2;

/** Returns 5, 10, 20 … seconds up to 5 min, with 20 % jitter. @param random from 0 to 1 */
export function failurePauseSeconds(failures: number, random = Math.random()): number {
  const seconds = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** (failures - 1));
  return seconds * (1 - JITTER + 2 * JITTER * random);
}
