import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import { invitationIn } from './invitation-in.ts';
import type { InvitationsSearch } from './invitations-search.ts';

/** First part of the query key of all invitation lists. */
export const INVITATIONS_KEY = 'invitations';

/** Pause between two checks of a mail that is being sent. */
const SENDING_MS = 2_000;

export function invitationsQuery(
  api: ApiClient,
  { page = 1, status, invitation: id, sort }: InvitationsSearch,
) {
  return queryOptions({
    queryKey: [INVITATIONS_KEY, { page, status, id, sort }],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/invitations', { query: { ...rowsOfPage(page), status, id, sort }, signal, ...options }),
        { name: 'invitations', rowIn: invitationIn },
      ),
    placeholderData: keepPreviousData,
    // Shows a rejected mail without a reload. A failed request ends this, because each failure shows a toast.
    refetchInterval: ({ state: { data, status: outcome } }) =>
      outcome === 'success' && data?.rows.some(({ mail }) => mail?.state === 'sending') ? SENDING_MS : false,
    meta: { failureToast: { title: 'Failed to load invitations' } },
  });
}
