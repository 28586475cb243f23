import type { Invitation } from '@halyard/contract/invitations';
import { fieldsOf, identifierIn, instantIn, textIn } from '../../shared/api/answer-fields.ts';

/** Parses an invitation from a response in which any field may be missing or have another type. */
export function invitationIn(value: unknown): Invitation {
  const invitation = fieldsOf<Invitation & { readonly uuid: string }>(value);
  return {
    id: identifierIn(invitation.id ?? invitation.uuid) ?? '',
    email: textIn(invitation.email) ?? '',
    // A status that the contract does not know is shown as it came.
    status: (textIn(invitation.status) ?? '') as Invitation['status'],
    createdAt: instantIn(invitation.createdAt) ?? '',
    expiresAt: instantIn(invitation.expiresAt) ?? '',
  };
}
