import { useEffect, useRef } from 'react';

/** Gives a signal that is aborted when the component leaves the screen. Asked where an act begins, not while drawing. */
export function useLeaveSignal(): () => AbortSignal {
  const leaving = useRef(new AbortController());
  // React's strict mode mounts twice: what was aborted in between is not to stay.
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return () => leaving.current.signal;
}
