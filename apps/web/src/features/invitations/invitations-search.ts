import type { InvitationStatus } from '@halyard/contract/invitations';
import {
  choiceFromUrl,
  type ListPosition,
  positionFromUrl,
  type UrlParameters,
} from '../../shared/list/list-search.ts';

/** The state of the list as its address carries it. */
export interface InvitationsSearch extends ListPosition {
  readonly status?: InvitationStatus | undefined;
}

/** The contract's, without the library that it is written in. */
export const INVITATION_STATUSES: readonly InvitationStatus[] = ['pending', 'accepted', 'revoked'];

export function parseInvitationsSearch(parameters: UrlParameters): InvitationsSearch {
  return { ...positionFromUrl(parameters), status: choiceFromUrl(parameters['status'], INVITATION_STATUSES) };
}
