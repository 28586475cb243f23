import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_PUBLIC, endpoint } from './endpoint.ts';
import { emailAddress, instant, uuid } from './fields.ts';

/** Limits the cost of hashing. Longer than any valid password. */
const PASSWORD_INPUT_MAX = 256;
const CODE_INPUT_MAX = 64;
export const AUTH_BODY_LIMIT_BYTES = 8 * 1024;

/** A password to check. `passwordProblem` has the rules for new ones. */
export const passwordInput = z.string().min(1).max(PASSWORD_INPUT_MAX);

/** Any length, because `passwordProblem` reports a password that is too long. */
export const newPasswordInput = z.string().min(1);

export const administrator = z.object({ uuid, email: z.string() });
export type Administrator = z.infer<typeof administrator>;

/** The signed-in administrator, with what concerns all screens. */
export const ownAccount = administrator.extend({
  feedSilentSince: instant
    .optional()
    .describe('Time of the last accepted batch, if the platform has sent none for too long.'),
});
export type OwnAccount = z.infer<typeof ownAccount>;

export const code = z
  .string()
  .min(1)
  .max(CODE_INPUT_MAX)
  .describe('Six-digit authenticator code or backup code.');

export const twoFactorStatus = z.object({
  enabled: z.boolean(),
  backupCodesRemaining: z.int().min(0).optional().describe('Only in fully signed-in sessions.'),
});
export type TwoFactorStatus = z.infer<typeof twoFactorStatus>;

export const twoFactorSetup = z.object({
  otpUrl: z.string(),
  secret: z.string(),
  backupCodes: z.array(z.string()),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

export const loginAnswer = z.object({ requires2FA: z.boolean() });
export type LoginAnswer = z.infer<typeof loginAnswer>;

export const csrfCookie = endpoint({
  name: 'csrfCookie',
  method: 'GET',
  path: `${ADMIN_API}/auth/csrf-cookie`,
  summary: 'Returns the CSRF token of this session in the x-csrf-token response header.',
  access: ACCESS_PUBLIC,
});

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: `${ADMIN_API}/auth/login`,
  summary: 'Checks email and password and starts a session that still needs a second factor.',
  access: ACCESS_PUBLIC,
  body: z.strictObject({ email: emailAddress, password: passwordInput }),
  answer: loginAnswer,
  errors: ['invalid_credentials'],
  limit: { per: 'address', calls: 10, windowSeconds: 60 },
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: `${ADMIN_API}/auth/logout`,
  summary: 'Logs out: ends this session.',
  access: ACCESS_PUBLIC,
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const me = endpoint({
  name: 'me',
  method: 'GET',
  path: `${ADMIN_API}/auth/me`,
  summary: 'Returns the signed-in administrator.',
  access: { kind: 'session', stages: ['full'], hiddenFromEnrolment: true },
  answer: ownAccount,
});

export const readTwoFactorStatus = endpoint({
  name: 'readTwoFactorStatus',
  method: 'GET',
  path: `${ADMIN_API}/auth/2fa/status`,
  summary: 'Returns whether two-factor authentication is enabled for this account.',
  access: { kind: 'session', stages: ['verify', 'enrol', 'full'] },
  answer: twoFactorStatus,
});

export const setUpTwoFactor = endpoint({
  name: 'setUpTwoFactor',
  method: 'POST',
  path: `${ADMIN_API}/auth/2fa/setup`,
  summary: 'Issues a new secret and backup codes. Enable them within 10 minutes.',
  access: { kind: 'session', stages: ['enrol', 'full'] },
  answer: twoFactorSetup,
  errors: ['2fa_already_enabled'],
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const enableTwoFactor = endpoint({
  name: 'enableTwoFactor',
  method: 'POST',
  path: `${ADMIN_API}/auth/2fa/enable`,
  summary: 'Enables two-factor authentication with a code of the issued secret and completes the sign-in.',
  access: { kind: 'session', stages: ['enrol', 'full'] },
  body: z.strictObject({
    code,
    secret: z.string().min(1).max(128),
    backupCodes: z.array(z.string().max(CODE_INPUT_MAX)).max(20),
  }),
  errors: ['invalid_code', 'setup_mismatch', '2fa_already_enabled'],
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});

export const verifyTwoFactor = endpoint({
  name: 'verifyTwoFactor',
  method: 'POST',
  path: `${ADMIN_API}/auth/2fa/verify`,
  summary: 'Completes a sign-in with a code.',
  access: { kind: 'session', stages: ['verify'] },
  body: z.strictObject({ code }),
  errors: ['invalid_code'],
  limit: { per: 'session', calls: 10, windowSeconds: 60 },
  bodyLimitBytes: AUTH_BODY_LIMIT_BYTES,
});
