import { useEffect, useState } from 'react';

/** Whether something has been so for that long, counted from when the part that asks was drawn at the earliest. */
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
