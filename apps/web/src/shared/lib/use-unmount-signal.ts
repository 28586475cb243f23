import { useEffect, useRef } from 'react';

/** Returns a getter for a signal that aborts on unmount. Do not call it during render. */
export function useUnmountSignal(): () => AbortSignal {
  const leaving = useRef(new AbortController());
  // Strict mode mounts twice, so replace the signal that was aborted in between.
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return () => leaving.current.signal;
}
