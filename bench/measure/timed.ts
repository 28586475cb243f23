/** Returns the duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** PostgreSQL plans a statement five times per connection, and JavaScript is slow until it is compiled. */
const WARM_UP_ROUNDS = 30;
const WARM_UP_MS = 2_000;

export async function warmUp(work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  for (let done = 0; done < WARM_UP_ROUNDS && performance.now() - startedAt < WARM_UP_MS; done++)
    await work();
}
