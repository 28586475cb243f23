import type { ApiError } from './api-error.ts';

/** Whether a 401 is about the code that was shown, as some servers have it, and not about the session. */
export function isAboutCode({ httpStatus, status, message }: ApiError): boolean {
  return httpStatus === 401 && [status, message].some((words) => /(\b|_)(code|otp|2fa)\b/i.test(words ?? ''));
}
