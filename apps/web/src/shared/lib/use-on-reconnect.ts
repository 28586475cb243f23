import { useEffect, useEffectEvent } from 'react';
import { RECONNECTED } from './connection.ts';

/** Runs an action whenever a lost connection is back. */
export function useOnReconnect(action: () => void): void {
  const run = useEffectEvent(action);

  useEffect(() => {
    const onReconnect = () => run();
    addEventListener(RECONNECTED, onReconnect);
    return () => removeEventListener(RECONNECTED, onReconnect);
  }, []);
}
