import { useSyncExternalStore } from 'react';
import { clockSkew, serverNow } from './server-time.ts';

const TICK_MS = 5_000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns a value that depends on the server's time, checked every five seconds. */
export function useNow<Value extends string | boolean>(valueAt: (now: Date) => Value): Value {
  const valueNow = () => valueAt(serverNow());
  return useSyncExternalStore(watch, valueNow, valueNow);
}

function watch(onTick: () => void): () => void {
  watchers.add(onTick);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    watchers.delete(onTick);
    if (watchers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

clockSkew.subscribe(tick);

function tick(): void {
  for (const onTick of watchers) {
    onTick();
  }
}
