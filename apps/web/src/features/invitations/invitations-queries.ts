import { PAGE_SIZE } from '@halyard/contract/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { holdsPage, listPage } from '../../shared/list/list-page.ts';
import { READ_FAILURES } from '../../shared/query/read-failures.ts';
import { invitationIn } from './invitation-in.ts';
import type { InvitationsSearch } from './invitations-search.ts';

/** Every list of invitations that was read; an act on one of them makes all of them old. */
export const INVITATIONS_KEY = 'invitations';

export function invitationsQuery(api: ApiClient, { page = 1, status, sort }: InvitationsSearch) {
  return queryOptions({
    queryKey: [INVITATIONS_KEY, { page, status, sort }],
    queryFn: ({ signal }) =>
      api.get<unknown>('/invitations', {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, status, sort },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: (answer) => holdsPage(answer, 'invitations'),
      }),
    select: (answer) => listPage(answer, 'invitations', invitationIn),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load invitations' } },
  });
}
