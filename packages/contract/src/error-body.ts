import { z } from 'zod';
import { instant } from './fields.ts';

export const STATUS_WORDS = {
  validation_error: 400,
  invalid_json: 400,
  invalid_code: 400,
  invalid_token: 400,
  invalid_password: 400,
  setup_mismatch: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  '2fa_verification_required': 403,
  invalid_csrf_token: 403,
  '2fa_setup_required': 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  '2fa_already_enabled': 409,
  user_exists: 409,
  invitation_exists: 409,
  invitation_not_pending: 409,
  changed_meanwhile: 409,
  already_blocked: 409,
  not_blocked: 409,
  user_blocked: 409,
  merchant_limit_reached: 409,
  key_not_held: 409,
  factor_too_new: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  integrity_error: 500,
  unavailable: 503,
} as const;

/** HTTP code for a wrong code in the X-2FA-Code header. In a body it is a 400. */
export const INVALID_CODE_IN_HEADER = 403;

export type StatusWord = keyof typeof STATUS_WORDS;

export const fieldError = z.object({
  field: z.string().describe('Path of the field: `email`, `users[3].email`, `limit`.'),
  code: z.string(),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldError>;

const anyValue = z.union([z.string(), z.number(), z.null()]);

/** The newer change that a write with `If-Match` would have overwritten. */
export const newerChange = z.object({
  changedBy: z.string().nullable().describe('Email address. Null if the audit log no longer has the entry.'),
  changedAt: instant.nullable(),
  changes: z
    .record(z.string(), z.object({ before: anyValue, after: anyValue }))
    .describe('Changed fields: the value of the version in `If-Match`, if known, and the current value.'),
  etag: z.string().describe('Send it as `If-Match` to overwrite the change.'),
});
export type NewerChange = z.infer<typeof newerChange>;

export const errorBody = z.object({
  status: z.enum(Object.keys(STATUS_WORDS) as [StatusWord, ...StatusWord[]]),
  message: z.string(),
  error: z.string().optional().describe('Repeats the status word if a second factor is required.'),
  errors: z.array(fieldError).optional(),
  change: newerChange.optional(),
  attemptsRemaining: z.int().min(0).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBody>;
