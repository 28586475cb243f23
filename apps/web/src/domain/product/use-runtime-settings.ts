import { DEFAULT_RUNTIME_SETTINGS, type RuntimeSettings } from '@halyard/contract/runtime-settings';
import { createContext, useContext } from 'react';
import { createStore, type Store } from '../../shared/lib/store.ts';
import { useStore } from '../../shared/lib/use-store.ts';

export const RuntimeSettingsContext = createContext<Store<RuntimeSettings>>(
  createStore(DEFAULT_RUNTIME_SETTINGS),
);

export function useRuntimeSettings(): RuntimeSettings {
  return useStore(useContext(RuntimeSettingsContext));
}
