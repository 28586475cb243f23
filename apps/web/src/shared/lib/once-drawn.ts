import { afterNextFrame } from './after-next-frame.ts';

/** What is put off for the sake of what is drawn is begun by then, however busy the page is. */
const DELAY_MAX_MS = 100;

/** Does what nobody waits for after the next frame, as soon as the page has a moment. */
export function onceDrawn(act: () => void): void {
  afterNextFrame(() => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) {
      requestIdleCallback(act, { timeout: DELAY_MAX_MS });
    } else {
      act();
    }
  });
}
