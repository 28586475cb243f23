import { useEffect, useState } from 'react';

/** Whether a condition has held for the duration, counted from the first render at the earliest. */
export function useTrueFor(isSo: boolean, forMs: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = isSo ? window.setTimeout(() => setIsOver(true), forMs) : undefined;
    return () => {
      window.clearTimeout(timer);
      setIsOver(false);
    };
  }, [isSo, forMs]);
  return isOver;
}
