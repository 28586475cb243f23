import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { isSystemReport, parseSystem } from './parse-system.ts';

/** Failures show on the page, because each refresh could fail. */
export function systemQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['system'],
    queryFn: ({ signal }) => api.get('/system', { signal, unasked: true, accepts: isSystemReport }),
    select: parseSystem,
  });
}
