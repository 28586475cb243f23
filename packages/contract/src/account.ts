import { z } from 'zod';
import { AUTH_BODY_LIMIT_BYTES, code, newPasswordInput, passwordInput } from './auth.ts';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, ACCESS_PUBLIC, endpoint } from './endpoint.ts';
import { emailAddress, instant, uuid } from './fields.ts';

/** Token of a reset link. Any length, because it may be pasted incompletely. */
const token = z.string().min(1);

const HOUR_SECONDS = 60 * 60;

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: `${ADMIN_API}/auth/password/change`,
  summary: 'Changes the password, gives this session a new token and ends all other sessions of the account.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  body: z.strictObject({ currentPassword: passwordInput, newPassword: newPasswordInput }),
  errors: ['invalid_password'],
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const resetRequested = z.object({ message: z.string() });

export const initiatePasswordReset = endpoint({
  name: 'initiatePasswordReset',
  method: 'POST',
  path: `${ADMIN_API}/auth/password/reset/initiate`,
  summary: 'Emails a reset link if the account exists. The response is always the same.',
  access: ACCESS_PUBLIC,
  body: z.strictObject({ email: emailAddress }),
  answer: resetRequested,
  answerCode: 202,
  limit: { per: 'address', calls: 5, windowSeconds: HOUR_SECONDS },
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const resetLink = z.object({ valid: z.literal(true), email: z.string(), expiresAt: instant });
export type ResetLink = z.infer<typeof resetLink>;

export const validatePasswordReset = endpoint({
  name: 'validatePasswordReset',
  method: 'POST',
  path: `${ADMIN_API}/auth/password/reset/validate`,
  summary: 'Checks a reset link and returns its account, without consuming it.',
  access: ACCESS_PUBLIC,
  body: z.strictObject({ token }),
  answer: resetLink,
  errors: ['invalid_token'],
  limit: { per: 'address', calls: 20, windowSeconds: HOUR_SECONDS },
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const completePasswordReset = endpoint({
  name: 'completePasswordReset',
  method: 'POST',
  path: `${ADMIN_API}/auth/password/reset/complete`,
  summary: 'Sets a new password, consumes the link and ends all sessions of the account. Does not sign in.',
  access: ACCESS_PUBLIC,
  body: z.strictObject({ token, newPassword: newPasswordInput }),
  errors: ['invalid_token'],
  limit: { per: 'address', calls: 20, windowSeconds: HOUR_SECONDS },
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const disableTwoFactor = endpoint({
  name: 'disableTwoFactor',
  method: 'POST',
  path: `${ADMIN_API}/auth/2fa/disable`,
  summary: 'Disables two-factor authentication and ends all sessions of the account. Needs a new code.',
  access: ACCESS_ADMINISTRATOR,
  body: z.strictObject({ code }),
  errors: ['invalid_code'],
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const authenticatorSetup = z.object({ otpUrl: z.string(), secret: z.string() });
export type AuthenticatorSetup = z.infer<typeof authenticatorSetup>;

export const setUpReplacement = endpoint({
  name: 'setUpReplacement',
  method: 'POST',
  path: `${ADMIN_API}/auth/2fa/replace/setup`,
  summary: 'Issues the secret of another authenticator. The current one works until that is confirmed.',
  access: ACCESS_ADMINISTRATOR,
  answer: authenticatorSetup,
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const replaceAuthenticator = endpoint({
  name: 'replaceAuthenticator',
  method: 'POST',
  path: `${ADMIN_API}/auth/2fa/replace`,
  summary:
    'Replaces the authenticator and ends all other sessions of the account. Needs a new code, and one of the issued secret. Backup codes stay.',
  access: ACCESS_ADMINISTRATOR,
  body: z.strictObject({ code, secret: z.string().min(1).max(128), newCode: code }),
  errors: ['invalid_code', 'setup_mismatch'],
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const newBackupCodes = z.object({ backupCodes: z.array(z.string()) });
export type NewBackupCodes = z.infer<typeof newBackupCodes>;

export const regenerateBackupCodes = endpoint({
  name: 'regenerateBackupCodes',
  method: 'POST',
  path: `${ADMIN_API}/auth/2fa/backup-codes`,
  summary: 'Regenerates all backup codes and returns them once. Needs a new code.',
  access: ACCESS_ADMINISTRATOR,
  body: z.strictObject({ code }),
  answer: newBackupCodes,
  errors: ['invalid_code'],
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const accountSession = z.object({
  id: uuid,
  userAgent: z.string(),
  ipAddress: z.string(),
  startedAt: instant,
  lastSeenAt: instant.describe('Updated at most once a minute.'),
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

export const accountSessions = z.object({ sessions: z.array(accountSession) });
export type AccountSessions = z.infer<typeof accountSessions>;

export const listAccountSessions = endpoint({
  name: 'listAccountSessions',
  method: 'GET',
  path: `${ADMIN_API}/auth/sessions`,
  summary: "Lists the caller's active sessions: the current one first, then the newest.",
  access: ACCESS_ADMINISTRATOR,
  answer: accountSessions,
});

export const endAccountSession = endpoint({
  name: 'endAccountSession',
  method: 'DELETE',
  path: `${ADMIN_API}/auth/sessions/:id`,
  summary: "Ends one of the caller's sessions.",
  access: ACCESS_ADMINISTRATOR,
  params: z.object({ id: uuid }),
  errors: ['not_found'],
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const endOtherAccountSessions = endpoint({
  name: 'endOtherAccountSessions',
  method: 'DELETE',
  path: `${ADMIN_API}/auth/sessions`,
  summary: "Ends all of the caller's sessions except this one.",
  access: ACCESS_ADMINISTRATOR,
  answer: z.object({ ended: z.int().min(0) }),
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});
