import type { ApiError } from './api-error.ts';

/** Whether a 401 says that nobody is signed in: some servers answer one to a wrong code as well. */
export function saysUnauthenticated({ httpStatus, status, message }: ApiError): boolean {
  return httpStatus === 401 && [status, message].some((words) => /^unauthenticated\b/i.test(words ?? ''));
}
