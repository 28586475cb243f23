import { createStore, type Store } from './store.ts';

interface StoredChoice<Value extends string> {
  readonly store: Store<Value>;
  readonly isOne: (value: unknown) => value is Value;
  readonly choose: (value: Value) => void;
  /** Applies the stored choice and follows other tabs, until the returned function is called. */
  readonly follow: () => () => void;
}

/** Stores one of a few values in this browser, for all tabs. */
export function createStoredChoice<Value extends string>(
  key: string,
  values: readonly Value[],
  fallback: Value,
): StoredChoice<Value> {
  const store = createStore<Value>(fallback);

  function isOne(value: unknown): value is Value {
    return values.some((one) => one === value);
  }

  function read() {
    store.set(kept());
  }

  function kept(): Value {
    try {
      const stored = localStorage.getItem(key);
      return isOne(stored) ? stored : fallback;
    } catch {
      return fallback;
    }
  }

  return {
    store,
    isOne,
    choose(value) {
      try {
        localStorage.setItem(key, value);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
      store.set(value);
    },
    follow() {
      read();
      window.addEventListener('storage', read);
      return () => window.removeEventListener('storage', read);
    },
  };
}
