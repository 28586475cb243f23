import type { Invitation } from '@halyard/contract/invitations';
import { fieldsOf, identifierIn, instantIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';

/** Parses an invitation in which any field may be missing or malformed. */
export function invitationIn(value: unknown): Invitation {
  const invitation = fieldsOf<Invitation & { readonly uuid: string }>(value);
  return {
    id: identifierIn(invitation.id ?? invitation.uuid) ?? '',
    email: visibleTextIn(invitation.email) ?? '',
    // Unknown statuses are shown unchanged.
    status: (textIn(invitation.status) ?? '') as Invitation['status'],
    createdAt: instantIn(invitation.createdAt) ?? '',
    expiresAt: instantIn(invitation.expiresAt) ?? '',
  };
}
