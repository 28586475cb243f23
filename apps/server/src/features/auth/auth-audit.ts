import type { Json } from '@halyard/audit-proof/canonical-json';
import type { AuditStatus } from '@halyard/contract/audit-logs';
import type { AuditEntry } from '../../infra/audit/append-audit.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';

interface Administrator {
  readonly id: string;
  readonly email: string;
}

function entryOf(
  administrator: Administrator,
  origin: RequestOrigin,
  rest: Pick<AuditEntry, 'action' | 'description' | 'status'> & Partial<AuditEntry>,
): AuditEntry {
  const { id, email } = administrator;
  return {
    category: 'authentication',
    actor: { type: 'admin', id, email },
    resource: { type: 'admin', id, identifier: email },
    origin,
    ...rest,
  };
}

export type SignInFailureReason =
  | 'unknown_email'
  | 'wrong_password'
  | 'disabled'
  | 'locked'
  | 'password_expired';

/** The actor is anonymous, because the typed email proves nothing. */
export function signInFailed(email: string, reason: SignInFailureReason, origin: RequestOrigin): AuditEntry {
  return {
    action: 'auth.login',
    category: 'authentication',
    description: 'Sign-in failed',
    status: 'failure',
    actor: { type: 'anonymous', email },
    resource: { type: 'session', identifier: email },
    origin,
    errorMessage: 'Invalid email or password',
    metadata: { reason },
  };
}

export function passwordAccepted(
  administrator: Administrator,
  sessionId: string,
  requires2FA: boolean,
  origin: RequestOrigin,
): AuditEntry {
  return entryOf(administrator, origin, {
    action: 'auth.login',
    description: requires2FA
      ? 'Password accepted, 2FA code required'
      : 'Password accepted, 2FA setup required',
    status: 'success',
    resource: { type: 'session', id: sessionId },
  });
}

export function signedOut(
  administrator: Administrator,
  sessionId: string,
  origin: RequestOrigin,
): AuditEntry {
  return entryOf(administrator, origin, {
    action: 'auth.logout',
    description: 'Logged out',
    status: 'success',
    resource: { type: 'session', id: sessionId },
  });
}

/** @param refused.reason the `status` of the response body */
export function callRefused(
  { id, administrator }: { readonly id: string; readonly administrator: Administrator },
  refused: { readonly call: string; readonly reason: string; readonly message: string },
  origin: RequestOrigin,
): AuditEntry {
  const { call, reason, message } = refused;
  return entryOf(administrator, origin, {
    action: 'session.refuse',
    description: 'Request denied',
    status: 'failure',
    resource: { type: 'session', id },
    errorMessage: message,
    metadata: { call, reason },
  });
}

export function sessionEnded(
  administrator: Administrator,
  sessionId: string,
  reason: string,
  origin: RequestOrigin,
): AuditEntry {
  return entryOf(administrator, origin, {
    action: 'session.end',
    description: 'Session ended',
    status: 'success',
    resource: { type: 'session', id: sessionId },
    metadata: { reason },
  });
}

interface Act<Action extends string> {
  readonly action: Action;
  readonly description: string;
  readonly status: AuditStatus;
  readonly errorMessage?: string;
  readonly metadata?: Readonly<Record<string, Json>>;
}

type TwoFactorAction = 'verify' | 'setup' | 'enable' | 'replace' | 'disable' | 'backup_codes' | 'step_up';

export function twoFactorAct(
  administrator: Administrator,
  origin: RequestOrigin,
  act: Act<`two_factor.${TwoFactorAction}`>,
): AuditEntry {
  return entryOf(administrator, origin, act);
}

export function passwordAct(
  administrator: Administrator,
  origin: RequestOrigin,
  act: Act<'password.change' | 'password.reset'>,
): AuditEntry {
  return entryOf(administrator, origin, act);
}

export type ResetRefusalReason = 'unknown_email' | 'disabled' | 'too_many';

/** Records the account that received the link, or why there was no link. */
export function resetRequested(
  outcome:
    | { readonly email: string; readonly administrator: Administrator }
    | { readonly email: string; readonly reason: ResetRefusalReason },
  origin: RequestOrigin,
): AuditEntry {
  const { email } = outcome;
  const sent = 'administrator' in outcome;
  return {
    action: 'password.reset_request',
    category: 'authentication',
    description: sent ? 'Password reset link sent' : 'Password reset request denied',
    status: sent ? 'success' : 'failure',
    actor: { type: 'anonymous', email },
    resource: {
      type: 'admin',
      identifier: sent ? outcome.administrator.email : email,
      ...(sent && { id: outcome.administrator.id }),
    },
    origin,
    ...(!sent && { metadata: { reason: outcome.reason } }),
  };
}

export function everythingEnded(
  reason: string,
  ended: { readonly sessions: number; readonly links: number },
): AuditEntry {
  return {
    action: 'session.end_all',
    category: 'authentication',
    description: 'All sessions ended, reset links voided',
    status: 'success',
    actor: { type: 'system' },
    resource: { type: 'system' },
    metadata: { reason, ...ended },
  };
}
