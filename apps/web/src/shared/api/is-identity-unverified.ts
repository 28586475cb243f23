import type { ApiError } from './api-error.ts';

/** Status words of a rejected or cancelled code prompt. */
const UNVERIFIED = ['2fa_verification_required', 'invalid_code'];

export function isIdentityUnverified({ status }: ApiError): boolean {
  return status !== undefined && UNVERIFIED.includes(status);
}
