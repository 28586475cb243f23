import type { ApiError } from './api-error.ts';

const SESSION = /^unauthenticated\b/i;
const CODE = /(?<!status )(?<![a-z0-9])(code|otp|2fa)(?![a-z0-9])/i;

/** Whether a 401 means a wrong code, as on some servers, and not an ended session. */
export function isAboutCode({ httpStatus, status = '', message }: ApiError): boolean {
  return httpStatus === 401 && !SESSION.test(status) && (CODE.test(status) || CODE.test(message));
}
