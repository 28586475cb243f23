import { PAGE_SIZE } from '@halyard/contract/constants';
import type { Invitation } from '@halyard/contract/invitations';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { countIn, fieldsOf } from '../../shared/lib/answer-fields.ts';
import type { ListPage } from '../../shared/lib/list-page.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';
import { invitationIn } from './invitation-in.ts';
import type { InvitationsSearch } from './invitations-search.ts';

/** Every list of invitations that was read; an act on one of them makes all of them old. */
export const INVITATIONS_KEY = 'invitations';

interface AnsweredInvitations {
  readonly invitations: readonly unknown[];
  readonly totalCount: unknown;
}

export function invitationsQuery(api: ApiClient, { page = 1, status, sort }: InvitationsSearch) {
  return queryOptions({
    queryKey: [INVITATIONS_KEY, { page, status, sort }],
    queryFn: ({ signal }) =>
      api.get<AnsweredInvitations>('/invitations', {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, status, sort },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isInvitationPage,
      }),
    select: ({ invitations, totalCount }): ListPage<Invitation> => ({
      rows: invitations.map(invitationIn),
      totalCount: countIn(totalCount) ?? 0,
    }),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load invitations' } },
  });
}

function isInvitationPage(body: unknown): boolean {
  const { invitations, totalCount } = fieldsOf(body);
  return Array.isArray(invitations) && countIn(totalCount) !== null;
}
