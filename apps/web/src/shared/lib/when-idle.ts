/** Time for the first screen to load. A page that waits for the network counts as idle. */
const PAUSE_MS = 2_000;

/**
 * Runs low-priority work when the page has loaded and is idle. Returns a function that cancels it.
 * @param pauseMs time to wait first, after the page has loaded
 */
export function whenIdle(work: () => void, pauseMs = PAUSE_MS): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = () => {
    timer = setTimeout(() => {
      // Safari has no idle callback.
      if ('requestIdleCallback' in window) {
        requestIdleCallback(work);
      } else {
        work();
      }
    }, pauseMs);
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
