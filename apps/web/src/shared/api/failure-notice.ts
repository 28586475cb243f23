import type { ApiError } from './api-error.ts';

/** A message that is shown for a failed call, whatever the screen. */
export interface FailureNotice {
  readonly title: string;
  readonly description?: string;
}

export const NETWORK_ERROR = {
  title: 'Network Error',
  description: 'Please check your internet connection.',
} as const satisfies FailureNotice;

const SOMETHING_WENT_WRONG: FailureNotice = { title: 'Something went wrong' };

/** Failures for which the calling screen has its own message. */
export interface OwnMessages {
  /** The HTTP codes: they silence the notices for 403 and the last row, and for a 400 without a list of errors. */
  readonly ownMessageFor?: readonly number[] | undefined;
  /** The status words, such as `user_exists`: they silence a list of errors, too. */
  readonly ownMessageForStatus?: readonly string[] | undefined;
}

/**
 * What to say about a failed call, by the table "Global response handling" of the specification's section 8.
 * A missing response, 429 and 5xx always show a message.
 *
 * @returns undefined if no message is needed.
 */
export function failureNotice(error: ApiError, own: OwnMessages): FailureNotice | undefined {
  const { httpStatus, status } = error;
  if (httpStatus === 0) {
    return NETWORK_ERROR;
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
  if (httpStatus === 401 || (status !== undefined && own.ownMessageForStatus?.includes(status))) {
    return undefined;
  }
  if (listsErrors(error)) {
    return listedErrors(error);
  }
  if (own.ownMessageFor?.includes(httpStatus)) {
    return undefined;
  }
  if (httpStatus === 403 && error.status === 'invalid_code') {
    return invalidCodeNotice(error.attemptsRemaining);
  }
  return SOMETHING_WENT_WRONG;
}

/** Whether a general notice tells a failure in the server's words, unless the screen has its own for its status. */
export function listsErrors({ httpStatus, errors }: ApiError): boolean {
  return httpStatus === 400 && errors.length > 0;
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
