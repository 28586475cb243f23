import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { emailAddress, instant, pageQuery, sortByCreation, totalCount, uuid } from './fields.ts';

export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];
export const INVITATION_LIFETIME_DAYS = 7;

export const invitation = z.object({
  id: uuid,
  email: z.string(),
  /** A pending invitation whose time is over stays pending; `expiresAt` tells. */
  status: z.enum(INVITATION_STATUSES),
  createdAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof invitation>;

export const invitationPage = z.object({ invitations: z.array(invitation), totalCount });
export type InvitationPage = z.infer<typeof invitationPage>;

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: `${ADMIN_API}/invitations`,
  summary: 'Invitations, newest first unless told otherwise.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({ ...pageQuery, status: z.enum(INVITATION_STATUSES).optional(), sort: sortByCreation }),
  answer: invitationPage,
});

export const createInvitation = endpoint({
  name: 'createInvitation',
  method: 'POST',
  path: `${ADMIN_API}/invitations`,
  summary: 'Invites somebody by mail; an expired invitation of the same e-mail is renewed in place.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  body: z.strictObject({ email: emailAddress }),
  errors: ['user_exists', 'invitation_exists'],
  limit: { per: 'administrator', calls: 30, windowSeconds: 60 * 60 },
});

export const revokeInvitation = endpoint({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: `${ADMIN_API}/invitations/:id`,
  summary: 'Makes the link of a pending invitation void; the row stays.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  params: z.object({ id: uuid }),
  errors: ['not_found', 'invitation_not_pending'],
});

export const resendInvitation = endpoint({
  name: 'resendInvitation',
  method: 'POST',
  path: `${ADMIN_API}/invitations/:id/resend`,
  summary:
    'Mails a new link, which makes the older one void and lives seven days; 60 s between two, three an hour.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  params: z.object({ id: uuid }),
  errors: ['not_found', 'invitation_not_pending'],
});
