import { useSyncExternalStore } from 'react';

const NEVER_CHANGES = () => () => undefined;

/** False in HTML made at build and until React has taken it over, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    NEVER_CHANGES,
    () => true,
    () => false,
  );
}
