import type { AccountSession, AccountSessions } from '@halyard/contract/account';
import { queryOptions } from '@tanstack/react-query';
import { twoFactorStatusQuery } from '../../domain/two-factor/two-factor-status-query.ts';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { CALL_IS_MISSING } from '../../shared/query/read-failures.ts';

/** Fetches the status of two-factor authentication. A failure shows a toast. */
export function accountTwoFactorQuery(api: ApiClient) {
  return queryOptions({
    ...twoFactorStatusQuery(api),
    meta: { failureToast: { title: 'Failed to fetch 2FA status' } },
  });
}

export function accountSessionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account-sessions'],
    queryFn: async ({ signal }): Promise<readonly AccountSession[]> => {
      const { sessions } = await api.get('/auth/sessions', {
        signal,
        missingWhen: CALL_IS_MISSING,
        accepts: isSessions,
      });
      return sessions;
    },
  });
}

function isSessions(body: unknown): boolean {
  return Array.isArray(fieldsOf<AccountSessions>(body).sessions);
}
