import type { InvitationStatus } from '@halyard/contract/invitations';
import {
  choiceFromUrl,
  identifierFromUrl,
  type ListPosition,
  positionFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../shared/list/list-search.ts';

export interface InvitationsSearch extends ListPosition {
  readonly status?: InvitationStatus | undefined;
  /** The only invitation to show. Takes precedence over the status. */
  readonly invitation?: string | undefined;
}

/** A copy of the contract's list, to keep Zod out of the bundle. */
export const INVITATION_STATUSES: readonly InvitationStatus[] = ['pending', 'accepted', 'revoked'];

export function parseInvitationsSearch(parameters: UrlParameters): InvitationsSearch {
  return {
    ...withoutUnknown(parameters),
    ...positionFromUrl(parameters),
    status: choiceFromUrl(parameters['status'], INVITATION_STATUSES),
    invitation: identifierFromUrl(parameters['invitation']),
  };
}
