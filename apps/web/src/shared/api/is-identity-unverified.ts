import type { ApiError } from './api-error.ts';

/** The words of a refused or an abandoned question for a second factor. */
const UNVERIFIED = ['2fa_verification_required', 'invalid_code'];

/** Whether a call was refused because the administrator's identity was not verified. */
export function isIdentityUnverified({ status }: ApiError): boolean {
  return status !== undefined && UNVERIFIED.includes(status);
}
