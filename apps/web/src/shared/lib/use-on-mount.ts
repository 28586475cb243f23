import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs an action once when the component mounts, although React runs effects twice in development. */
export function useOnMount(action: () => void): void {
  const hasRun = useRef(false);
  const run = useEffectEvent(action);

  useEffect(() => {
    if (!hasRun.current) {
      hasRun.current = true;
      run();
    }
  }, []);
}
