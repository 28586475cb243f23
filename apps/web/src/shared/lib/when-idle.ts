/** Time for the first screen to load. A page that waits for the network counts as idle. */
const PAUSE_MS = 2_000;

/** Runs low-priority work when the page has loaded and is idle. Returns a function that cancels it. */
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
