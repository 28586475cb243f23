import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { emailAddress, instant, pageQuery, sortByCreation, totalCount, uuid } from './fields.ts';

export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];
export const INVITATION_LIFETIME_DAYS = 7;

/** Delivery of an invitation's email. `delayed` is tried again for a day; `failed` is final. */
export const invitationMail = z.object({
  state: z.enum(['sending', 'sent', 'delayed', 'failed']),
  /** What the mail server answered. */
  reason: z.string().nullable(),
});
export type InvitationMail = z.infer<typeof invitationMail>;

export const invitation = z.object({
  id: uuid,
  email: z.string(),
  /** An expired invitation stays pending. */
  status: z.enum(INVITATION_STATUSES),
  createdAt: instant,
  expiresAt: instant,
  /** Null without a pending invitation, or if its email is no longer known. */
  mail: invitationMail.nullable().optional(),
});
export type Invitation = z.infer<typeof invitation>;

export const invitationPage = z.object({ invitations: z.array(invitation), totalCount });
export type InvitationPage = z.infer<typeof invitationPage>;

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: `${ADMIN_API}/invitations`,
  summary: 'Lists invitations, newest first by default.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({
    ...pageQuery,
    status: z.enum(INVITATION_STATUSES).optional(),
    id: uuid.optional().describe('Only this invitation, whatever its status.'),
    sort: sortByCreation,
  }),
  answer: invitationPage,
});

export const createInvitation = endpoint({
  name: 'createInvitation',
  method: 'POST',
  path: `${ADMIN_API}/invitations`,
  summary: 'Emails an invitation. Renews an expired one of the same email address.',
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
  summary: 'Revokes a pending invitation. Its link stops working.',
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
    'Emails a new link, valid for 7 days. The old link stops working. At most once a minute and 3 times an hour.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  params: z.object({ id: uuid }),
  errors: ['not_found', 'invitation_not_pending'],
});
