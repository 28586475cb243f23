/** A value outside React, for `useSyncExternalStore`. */
export interface Store<Value> {
  readonly get: () => Value;
  /** Value that a prerendered page shows until React hydrates. */
  readonly initial: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    initial: () => initial,
    set: (value) => {
      if (!Object.is(value, current)) {
        current = value;
        for (const listener of listeners) {
          listener();
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
