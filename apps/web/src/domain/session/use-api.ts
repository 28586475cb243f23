import { createContext, useContext } from 'react';
import type { ApiClient } from '../../shared/api/api-client.ts';

export const ApiContext = createContext<ApiClient | undefined>(undefined);

export function useApi(): ApiClient {
  const api = useContext(ApiContext);
  if (!api) {
    throw new Error('useApi needs an ApiContext around it');
  }
  return api;
}
