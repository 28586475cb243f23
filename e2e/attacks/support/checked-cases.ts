const SHOWN_MAX = 8;

/** `40 of 40`, followed by the first cases that are not right. */
export function tally<Case>(
  cases: readonly Case[],
  isRight: (each: Case) => boolean,
  describe: (each: Case) => string,
): string {
  const wrong = cases.filter((each) => !isRight(each));
  const shown = wrong.slice(0, SHOWN_MAX).map(describe).join('; ');
  return `${cases.length - wrong.length} of ${cases.length}${wrong.length === 0 ? '' : ` (not: ${shown})`}`;
}

/** Runs `work` for all items, a few at a time, and returns the results in order. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atOnce = 8,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < items.length) {
        const at = next++;
        results[at] = await work(items[at] as Item);
      }
    }),
  );
  return results;
}
