import { type ComponentType, useEffect, useState } from 'react';
import { retryRender } from './new-version.ts';

interface Arrival<Props> {
  readonly Component?: ComponentType<Props>;
  readonly error?: Error;
}

export interface LazyComponent<Props> {
  readonly Component: ComponentType<Props> | undefined;
  readonly error: Error | undefined;
  readonly retrying: boolean;
  readonly retry: () => void;
}

/** Loads a component on first use. Browsers cache failed imports, so `retry` reloads the page. Needs stable `load`. */
export function useLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  needed: boolean,
): LazyComponent<Props> {
  const [{ Component, error }, setArrival] = useState<Arrival<Props>>({});
  const [retrying, setRetrying] = useState(false);

  useEffect(() => {
    if (needed) {
      void arrivalOf(load).then(setArrival);
    }
  }, [load, needed]);

  async function retry(failure: Error) {
    setRetrying(true);
    await retryRender(failure, () => {
      setArrival({});
      void arrivalOf(load).then(setArrival);
    });
    setRetrying(false);
  }

  return { Component, error, retrying, retry: () => error && void retry(error) };
}

function arrivalOf<Props>(load: () => Promise<ComponentType<Props>>): Promise<Arrival<Props>> {
  return load().then(
    (Component) => ({ Component }),
    (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  );
}
