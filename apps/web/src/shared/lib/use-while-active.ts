import { useEffect, useRef } from 'react';

/** Without input for longer, requests stop, so that they do not keep an abandoned session alive. */
const ACTIVE_MS = 10 * 60_000;

const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focus'] as const;

/** Calls `run` regularly while the page is visible and in use, and as soon as it is used again. */
export function useWhileActive(intervalMs: number, run: () => void): void {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });

  useEffect(() => {
    let usedAt = Date.now();
    let ranAt = Date.now();
    const runNow = () => {
      ranAt = Date.now();
      newest.current();
    };
    const timer = setInterval(() => {
      if (!document.hidden && Date.now() - usedAt < ACTIVE_MS) {
        runNow();
      }
    }, intervalMs);
    const noteInput = () => {
      usedAt = Date.now();
      if (Date.now() - ranAt > intervalMs) {
        runNow();
      }
    };
    for (const input of INPUTS) {
      addEventListener(input, noteInput, { passive: true, capture: true });
    }
    return () => {
      clearInterval(timer);
      for (const input of INPUTS) {
        removeEventListener(input, noteInput, { capture: true });
      }
    };
  }, [intervalMs]);
}
