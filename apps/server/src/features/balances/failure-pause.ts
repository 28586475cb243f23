const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 5 * 60;
const JITTER = 0.2;

/**
 * The pause after the `failures`-th failure in a row: 5, 10, 20 … seconds up to 5 min, a fifth shorter or longer by
 * chance, so that sources that failed together are not asked together.
 * @param random from 0 to 1
 */
export function failurePauseSeconds(failures: number, random = Math.random()): number {
  const seconds = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** (failures - 1));
  return seconds * (1 - JITTER + 2 * JITTER * random);
}
