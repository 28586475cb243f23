import type { Invitation } from '@halyard/contract/invitations';
import { fieldsOf, identifierIn, instantIn, textIn } from '../../shared/api/answer-fields.ts';

/** Parses an invitation from a response in which any field may be missing or have another type. */
export function invitationIn(value: unknown): Invitation {
  const invitation = fieldsOf(value);
  // The parse boundary: an unknown status is shown as it came.
  return {
    id: identifierIn(invitation['id'] ?? invitation['uuid']) ?? '',
    email: textIn(invitation['email']) ?? '',
    status: textIn(invitation['status']) ?? '',
    createdAt: instantIn(invitation['createdAt']) ?? '',
    expiresAt: instantIn(invitation['expiresAt']) ?? '',
  } as Invitation;
}
