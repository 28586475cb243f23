import { waitTime } from '../format/wait-time.ts';
import type { ApiError } from './api-error.ts';

/** The message of a form that the server refuses to check for a while. */
export function tooManyAttempts({ retryAfterSeconds }: ApiError): string {
  return retryAfterSeconds === undefined
    ? 'Too many attempts. Please wait a moment before you try again.'
    : `Too many attempts. Please try again in ${waitTime(retryAfterSeconds)}.`;
}
