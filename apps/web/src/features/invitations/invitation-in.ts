import type { Invitation, InvitationMail } from '@halyard/contract/invitations';
import { fieldsOf, identifierIn, instantIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';

/** A copy of the contract's list, to keep Zod out of the bundle. */
const MAIL_STATES: readonly InvitationMail['state'][] = ['sending', 'sent', 'delayed', 'failed'];

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
    mail: mailIn(invitation.mail),
  };
}

function mailIn(value: unknown): InvitationMail | null {
  const { state, reason } = fieldsOf<InvitationMail>(value);
  const known = MAIL_STATES.find((each) => each === state);
  return known === undefined ? null : { state: known, reason: textIn(reason) };
}
