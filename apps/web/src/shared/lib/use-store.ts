import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** The store's value, now and after every change. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.initial);
}
