import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** The present, anew twice a minute: ages that are said to the minute stay true while one looks at them. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
