import { z } from 'zod';
import { AUTH_BODY_LIMIT_BYTES, code, newPasswordInput, passwordInput } from './auth.ts';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, ACCESS_PUBLIC, endpoint } from './endpoint.ts';
import { emailAddress, instant, uuid } from './fields.ts';

/** The token of a link, typed or pasted, of any length. */
const token = z.string().min(1);

const HOUR_SECONDS = 60 * 60;

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: `${ADMIN_API}/auth/password/change`,
  summary: 'Replaces the password; this session goes on under a new token, all others of the account end.',
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
  summary: 'Sends a link to the account of this e-mail, if there is one; the answer is the same in any case.',
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
  summary: 'Whose password a link resets, without using it up.',
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
  summary: 'Sets a new password, uses the link up and ends every session of the account; signs nobody in.',
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
  summary: 'Turns two-factor authentication off with a fresh code and ends every session of the account.',
  access: ACCESS_ADMINISTRATOR,
  body: z.strictObject({ code }),
  errors: ['invalid_code'],
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const newBackupCodes = z.object({ backupCodes: z.array(z.string()) });
export type NewBackupCodes = z.infer<typeof newBackupCodes>;

export const regenerateBackupCodes = endpoint({
  name: 'regenerateBackupCodes',
  method: 'POST',
  path: `${ADMIN_API}/auth/2fa/backup-codes`,
  summary: 'Replaces the backup codes as a set, with a fresh code; they are shown this once.',
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
  lastSeenAt: instant.describe('Written at most once a minute.'),
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

export const accountSessions = z.object({ sessions: z.array(accountSession) });
export type AccountSessions = z.infer<typeof accountSessions>;

export const listAccountSessions = endpoint({
  name: 'listAccountSessions',
  method: 'GET',
  path: `${ADMIN_API}/auth/sessions`,
  summary: 'The open sessions of the administrator who asks, the current one first, then the newest.',
  access: ACCESS_ADMINISTRATOR,
  answer: accountSessions,
});

export const endAccountSession = endpoint({
  name: 'endAccountSession',
  method: 'DELETE',
  path: `${ADMIN_API}/auth/sessions/:id`,
  summary: 'Ends one session of the administrator who asks.',
  access: ACCESS_ADMINISTRATOR,
  params: z.object({ id: uuid }),
  errors: ['not_found'],
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const endOtherAccountSessions = endpoint({
  name: 'endOtherAccountSessions',
  method: 'DELETE',
  path: `${ADMIN_API}/auth/sessions`,
  summary: 'Ends every session of the administrator who asks but this one.',
  access: ACCESS_ADMINISTRATOR,
  answer: z.object({ ended: z.int().min(0) }),
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});
