/** Long enough for the first screen to have come, which waits for the network and leaves the page idle meanwhile. */
const PAUSE_MS = 2_000;

/**
 * Does work that nobody waits for, once the page has been loaded for a while and has nothing better to do.
 *
 * @returns what calls it off until then
 */
export function whenIdle(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = () => {
    timer = setTimeout(() => {
      // Safari has no idle callback.
      if ('requestIdleCallback' in window) {
        requestIdleCallback(work);
      } else {
        work();
      }
    }, PAUSE_MS);
  };
  if (document.readyState === 'complete') {
    pause();
  } else {
    addEventListener('load', pause, { once: true });
  }
  return () => {
    removeEventListener('load', pause);
    clearTimeout(timer);
  };
}
