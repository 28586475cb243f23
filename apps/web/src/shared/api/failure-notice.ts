import type { ApiError } from './api-error.ts';

/** A message that is shown for a failed call, whatever the screen. */
export interface FailureNotice {
  readonly title: string;
  readonly description?: string;
}

const SOMETHING_WENT_WRONG: FailureNotice = { title: 'Something went wrong' };

/**
 * What to say about a failed call, by the table "Global response handling" of the specification's section 8.
 *
 * @param ownMessageFor the HTTP codes for which the calling screen has its own message: these silence the
 *   notices for 400 and 403 and the last row, never those for no response, 429 and 5xx.
 * @returns undefined where nothing is to be said.
 */
export function failureNotice(error: ApiError, ownMessageFor: readonly number[]): FailureNotice | undefined {
  const { httpStatus } = error;
  if (httpStatus === 0) {
    return { title: 'Network Error', description: 'Please check your internet connection.' };
  }
  if (httpStatus === 429) {
    return { title: 'Too Many Requests', description: 'Please slow down and try again in a moment.' };
  }
  if (httpStatus >= 500) {
    return {
      title: 'Server Error',
      description: 'Something went wrong on our end. Please try again later.',
    };
  }
  if (httpStatus === 401 || ownMessageFor.includes(httpStatus)) {
    return undefined;
  }
  if (httpStatus === 400 && error.errors.length > 0) {
    return listedErrors(error);
  }
  if (httpStatus === 403 && error.status === 'invalid_code') {
    return invalidCodeNotice(error.attemptsRemaining);
  }
  return SOMETHING_WENT_WRONG;
}

export function invalidCodeNotice(attemptsRemaining: number | undefined): FailureNotice {
  const title = 'Invalid verification code';
  return attemptsRemaining === undefined
    ? { title }
    : { title, description: attemptsLeft(attemptsRemaining) };
}

/** `2 attempts remaining`. */
export function attemptsLeft(attemptsRemaining: number): string {
  return `${attemptsRemaining} ${attemptsRemaining === 1 ? 'attempt' : 'attempts'} remaining`;
}

function listedErrors(error: ApiError): FailureNotice {
  const messages = [...new Set(error.errors.map(({ message }) => message))].join(', ');
  const lead = error.status === 'validation_error' ? 'Validation error' : 'Got the following errors';
  return {
    title: error.hasServerMessage ? error.message : SOMETHING_WENT_WRONG.title,
    description: `${lead}: ${messages}`,
  };
}
