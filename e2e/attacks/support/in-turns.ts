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
