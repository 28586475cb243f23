import type { ErrorBody, StatusWord } from './error-body.ts';

export interface ErrorWord {
  /** What happened and what the caller does next. */
  readonly meaning: string;
  /** A message that the server sends with it. Messages are for people and may change. */
  readonly message: string;
  /** Other fields of the body. */
  readonly fields?: Partial<ErrorBody>;
}

/** Documentation of each status word, for the API reference. */
export const ERROR_WORDS: Readonly<Record<StatusWord, ErrorWord>> = {
  validation_error: {
    meaning:
      'A parameter, header or field is not valid. Correct what `errors` names; a retry cannot succeed.',
    message: 'The batch was rejected. Nothing was saved.',
    fields: {
      errors: [
        {
          field: 'orders[3].merchantUuid',
          code: 'unknown_merchant',
          message: 'No merchant with this uuid. Send the merchant first.',
        },
      ],
    },
  },
  invalid_json: { meaning: 'The body is not JSON. Correct it.', message: 'The body is not valid JSON' },
  invalid_code: {
    meaning: 'The authenticator or backup code is wrong or was used before. Ask for a new code.',
    message: 'Invalid verification code',
    fields: { attemptsRemaining: 2 },
  },
  invalid_token: {
    meaning: 'The link is unknown, replaced, expired, revoked or used. Ask for a new one.',
    message: 'Invalid reset link',
  },
  invalid_password: { meaning: 'The current password is wrong.', message: 'Current password is incorrect' },
  setup_mismatch: {
    meaning: 'The setup of the authenticator expired or was replaced. Start it again.',
    message: 'This setup is no longer valid. Please start again.',
  },
  unauthenticated: {
    meaning:
      'The session or service key is missing, ended, expired or lacks the scope. Sign in, or check the key.',
    message: 'Please sign in',
  },
  invalid_credentials: { meaning: 'Email or password is wrong.', message: 'Invalid email or password' },
  '2fa_verification_required': {
    meaning: 'The last code is too old. Send the same request with a code in `x-2fa-code`.',
    message: 'This action requires two-factor authentication',
    fields: { error: '2fa_verification_required', attemptsRemaining: 3 },
  },
  invalid_csrf_token: {
    meaning:
      'The CSRF token is missing or old. Read a new one from `GET /api/admin/v1/auth/csrf-cookie`, then retry.',
    message: 'The CSRF token is missing or no longer valid',
  },
  '2fa_setup_required': {
    meaning: 'The session has to set up two-factor authentication first.',
    message: 'Two-factor authentication must be set up first',
  },
  forbidden: {
    meaning: 'The request came from another site, or the session may not make this call.',
    message: 'This request came from another site',
  },
  not_found: { meaning: 'There is no such record or path.', message: 'Not found' },
  method_not_allowed: {
    meaning: 'The path has other methods, which the `Allow` header lists.',
    message: 'Method not allowed. Use GET or POST.',
  },
  '2fa_already_enabled': {
    meaning: 'Two-factor authentication is already enabled.',
    message: 'Two-factor authentication is already enabled',
  },
  user_exists: {
    meaning: 'The uuid is known, or an active user has this email.',
    message: 'User already exists with this email',
  },
  invitation_exists: {
    meaning: 'This email has a pending invitation. Resend or revoke it.',
    message: 'Pending invitation already exists for this email',
  },
  invitation_not_pending: {
    meaning: 'The invitation was already accepted, revoked or has expired.',
    message: 'This invitation was already revoked',
  },
  changed_meanwhile: {
    meaning:
      'The record is newer than `If-Match`. Show `change`, then retry with its `etag` to overwrite it.',
    message: 'ada@example.com has changed these settings in the meantime',
    fields: {
      change: {
        changedBy: 'ada@example.com',
        changedAt: '2026-01-31T12:00:00.000Z',
        changes: { maxMerchants: { before: 3, after: 5 } },
        etag: '"2"',
      },
    },
  },
  already_blocked: { meaning: 'The user is already blocked.', message: 'This user is already blocked' },
  not_blocked: { meaning: 'The user is not blocked.', message: 'This user is not blocked' },
  user_blocked: {
    meaning: 'Items in `errors` belong to a blocked user. Remove them and send the rest.',
    message: 'The user is blocked',
    fields: {
      errors: [
        {
          field: 'orders[0].merchantUuid',
          code: 'user_blocked',
          message: 'The user is blocked. Leave this item out until an administrator unblocks the user.',
        },
      ],
    },
  },
  merchant_limit_reached: {
    meaning: "Merchants in `errors` exceed their user's limit. Remove them and send the rest.",
    message: 'The user has reached their merchant limit',
    fields: {
      errors: [
        {
          field: 'merchants[0].userUuid',
          code: 'merchant_limit_reached',
          message:
            'The user has reached their merchant limit. Leave this item out until an administrator raises the limit.',
        },
      ],
    },
  },
  key_not_held: {
    meaning: "Halyard does not hold this wallet's private key.",
    message: 'No private key is stored for this wallet',
  },
  factor_too_new: {
    meaning: 'The second factor changed recently. Wait for the time in `Retry-After`.',
    message:
      "For security, private keys can't be backed up soon after a change of authenticator, backup codes or device",
  },
  too_large: {
    meaning: 'The body exceeds the limit. Send smaller batches.',
    message: 'The body is too large',
  },
  unsupported_media_type: {
    meaning: 'Send JSON in UTF-8, without compression.',
    message: 'The body must be JSON',
  },
  rate_limited: {
    meaning: 'Too many calls. Wait for the time in `Retry-After`, then retry.',
    message: 'Too many requests. Please slow down.',
  },
  internal_error: {
    meaning: 'An error of the server. Report the `requestId`. Batches of the feed can be sent again.',
    message: 'Something went wrong on our end',
  },
  integrity_error: {
    meaning: 'The stored private key was altered or belongs to another wallet. Report the `requestId`.',
    message: 'The stored private key failed its integrity check and was not released',
  },
  unavailable: {
    meaning:
      'The server is starting, busy or without its database. Wait for the time in `Retry-After`, then retry.',
    message: 'The service is currently unavailable',
  },
};
