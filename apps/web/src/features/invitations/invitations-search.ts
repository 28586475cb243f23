import type { InvitationStatus } from '@halyard/contract/invitations';
import {
  choiceFromUrl,
  type ListPosition,
  positionFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../shared/list/list-search.ts';

export interface InvitationsSearch extends ListPosition {
  readonly status?: InvitationStatus | undefined;
}

/** A copy of the contract's list, to keep Zod out of the bundle. */
export const INVITATION_STATUSES: readonly InvitationStatus[] = ['pending', 'accepted', 'revoked'];

export function parseInvitationsSearch(parameters: UrlParameters): InvitationsSearch {
  return {
    ...withoutUnknown(parameters),
    ...positionFromUrl(parameters),
    status: choiceFromUrl(parameters['status'], INVITATION_STATUSES),
  };
}
