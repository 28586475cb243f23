import type { TwoFactorStatus } from '@halyard/contract/auth';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';

/** Whether two-factor authentication is on, and how many backup codes are left. */
export function twoFactorStatusQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['two-factor-status'],
    queryFn: ({ signal }) =>
      api.get<TwoFactorStatus>('/auth/2fa/status', {
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isStatus,
      }),
  });
}

function isStatus(body: unknown): boolean {
  return typeof (body as Partial<TwoFactorStatus> | undefined)?.enabled === 'boolean';
}
