import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import { invitationIn } from './invitation-in.ts';
import type { InvitationsSearch } from './invitations-search.ts';

/** First part of the query key of all invitation lists. */
export const INVITATIONS_KEY = 'invitations';

export function invitationsQuery(api: ApiClient, { page = 1, status, sort }: InvitationsSearch) {
  return queryOptions({
    queryKey: [INVITATIONS_KEY, { page, status, sort }],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/invitations', { query: { ...rowsOfPage(page), status, sort }, signal, ...options }),
        { name: 'invitations', rowIn: invitationIn },
      ),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load invitations' } },
  });
}
