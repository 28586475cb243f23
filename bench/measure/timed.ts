/** How long `work` takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** A connection plans a statement anew for the first five times, and code runs slowly until it was compiled. */
const WARM_UP_ROUNDS = 30;
const WARM_UP_MS = 2_000;

/** Does `work` over and over until it is as quick as it gets, or two seconds have passed. */
export async function warmUp(work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  for (let done = 0; done < WARM_UP_ROUNDS && performance.now() - startedAt < WARM_UP_MS; done++)
    await work();
}
