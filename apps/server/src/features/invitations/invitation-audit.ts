import type { AuditEntry } from '../../infra/audit/append-audit.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: Date;
}

interface Administrator {
  readonly id: string;
  readonly email: string;
}

interface Act {
  readonly administrator: Administrator;
  readonly origin: RequestOrigin;
}

function entryOf(
  { id, email }: Invitation,
  { administrator, origin }: Act,
  rest: Pick<AuditEntry, 'action' | 'description' | 'changes'>,
): AuditEntry {
  return {
    category: 'invitation_management',
    status: 'success',
    actor: { type: 'admin', id: administrator.id, email: administrator.email },
    resource: { type: 'invitation', id, identifier: email },
    origin,
    ...rest,
  };
}

export function invitationCreated(invitation: Invitation, act: Act): AuditEntry {
  return entryOf(invitation, act, {
    action: 'invitation.create',
    description: 'Invitation sent',
    changes: {
      email: { before: null, after: invitation.email },
      status: { before: null, after: 'pending' },
      expiresAt: { before: null, after: invitation.expiresAt.toISOString() },
    },
  });
}

export function invitationRenewed(before: Invitation, after: Invitation, act: Act): AuditEntry {
  return entryOf(after, act, {
    action: 'invitation.create',
    description: 'Expired invitation renewed',
    changes: { expiresAt: expiries(before, after) },
  });
}

export function invitationResent(before: Invitation, after: Invitation, act: Act): AuditEntry {
  return entryOf(after, act, {
    action: 'invitation.resend',
    description: 'Invitation resent',
    changes: { expiresAt: expiries(before, after) },
  });
}

export function invitationRevoked(invitation: Invitation, act: Act): AuditEntry {
  return entryOf(invitation, act, {
    action: 'invitation.revoke',
    description: 'Invitation revoked',
    changes: { status: { before: 'pending', after: 'revoked' } },
  });
}

export function invitationAccepted(
  { id, email }: Invitation,
  userUuid: string,
  { serviceKey, origin }: { readonly serviceKey: { readonly id: string }; readonly origin: RequestOrigin },
): AuditEntry {
  return {
    action: 'invitation.accept',
    category: 'invitation_management',
    description: 'Invitation accepted, user created',
    status: 'success',
    actor: { type: 'api_key', id: serviceKey.id },
    resource: { type: 'invitation', id, identifier: email },
    origin,
    metadata: { userUuid },
    changes: { status: { before: 'pending', after: 'accepted' } },
  };
}

function expiries(before: Invitation, after: Invitation) {
  return { before: before.expiresAt.toISOString(), after: after.expiresAt.toISOString() };
}
