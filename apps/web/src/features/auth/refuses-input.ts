import { REFUSALS } from '../../shared/api/refusals.ts';

/** Whether the server rejected the credentials or token. Servers use different codes; 403 is a CSRF error. */
export function refusesInput(httpStatus: number): boolean {
  return httpStatus === 401 || (httpStatus !== 403 && REFUSALS.includes(httpStatus));
}
