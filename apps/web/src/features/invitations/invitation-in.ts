import type { Invitation } from '@halyard/contract/invitations';
import { fieldsOf, identifierIn, instantIn, textIn } from '../../shared/api/answer-fields.ts';

/** Reads an invitation from an answer in which anything may be missing or of another kind. */
export function invitationIn(value: unknown): Invitation {
  const invitation = fieldsOf(value);
  // The parse boundary: a status that the contract does not know is shown as it came.
  return {
    id: identifierIn(invitation['id'] ?? invitation['uuid']) ?? '',
    email: textIn(invitation['email']) ?? '',
    status: textIn(invitation['status']) ?? '',
    createdAt: instantIn(invitation['createdAt']) ?? '',
    expiresAt: instantIn(invitation['expiresAt']) ?? '',
  } as Invitation;
}
