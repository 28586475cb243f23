import { REFUSALS } from '../../shared/api/refusals.ts';

/** Whether the server refused the credentials or token. Servers use different codes. A 403 is about the CSRF token. */
export function refusesInput(httpStatus: number): boolean {
  return httpStatus === 401 || (httpStatus !== 403 && REFUSALS.includes(httpStatus));
}
