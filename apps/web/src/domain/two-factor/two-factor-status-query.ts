import type { TwoFactorStatus } from '@halyard/contract/auth';
import { queryOptions } from '@tanstack/react-query';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { READ_FAILURES } from '../../shared/query/read-failures.ts';

/** Fetches the status of two-factor authentication. With `unasked`, a failure shows no error. */
export function twoFactorStatusQuery(api: ApiClient, { unasked = false } = {}) {
  return queryOptions({
    queryKey: ['two-factor-status'],
    queryFn: ({ signal }) =>
      api.get('/auth/2fa/status', {
        signal,
        ownMessageFor: READ_FAILURES,
        unasked,
        accepts: isStatus,
      }),
  });
}

function isStatus(body: unknown): boolean {
  return typeof fieldsOf<TwoFactorStatus>(body).enabled === 'boolean';
}
